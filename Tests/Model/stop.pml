/* The Stop protocol between face, relay and engine, small enough to be searched completely.
 *
 * One person at one face presses Stop up to STOPS times while up to SESSIONS sessions run. Face and
 * relay die as often as they like, the engine BOOTS - 1 times; requests, answers and states are
 * lost, doubled, late and out of order; the controller refuses. Each d_step is what one core does
 * with one event, and the comment over it names the function.
 *
 *   stop.pml     what is shared, the promises, and who takes which step
 *   engine.pml   EngineCore: the slot, endings and receipts
 *   relay.pml    RelayCore: what is known of the engine, and what came of the face's Stop
 *   face.pml     FaceCore: the bar, the outbox and the journal
 *   reach.pml    what a search must come across
 *
 * Left out, as it changes nothing about a Stop: "+", broadcast, titles, clocks, armings. Left out,
 * though it does: a second face, lost journals (the exception that is told) and `solo.dismiss`.
 */

#ifndef SESSIONS
#define SESSIONS 2
#endif
#ifndef STOPS
#define STOPS 2
#endif
#ifndef BOOTS
#define BOOTS 2
#endif

/* What a mutant leaves out, one thing at a time: spin -DOUT=<name>. */
#define E2_START 1      /* a start waits for what came before to be let go */
#define E5_READ_BACK 2  /* a receipt believes the read-back alone */
#define E6_RETRY 3      /* what is not let go is tried again */
#define E7_NAMED 4      /* a Stop touches the session that it names and no other */
#define E8_ONCE 5       /* a Stop that comes again is about the same */
#define E8_JOURNAL 6    /* ... in the engine's next life, too */
#define E9_OPEN 7       /* an engine that died gives what it had open a receipt */
#define E9_LEDGER 8     /* ... and releases the inputs that its journal names */
#define F6_RECEIPT 9    /* a closed state alone settles nothing */
#define F6_CLOSED 10    /* a receipt alone settles nothing */
#define F6_NEWEST 11    /* the newest receipt must be clean, whosever it is */
#define F6_REVISION 12  /* nor may the answer be newer than the state */
#define F7_UNKNOWN 13   /* what is not known any more is not shown */
#define F13_NOTE 14     /* an old Stop is no word about another session */
#define F14_CONFIRM 15  /* confirmed is said when the Stop is in the journal */
#define F14_RESUME 16   /* a restarted face takes its Stop up again */
#define O2_FRONT 17     /* a further Stop takes the place of the one before */
#define O7_ACK 18       /* an acknowledgement ends no Stop */
#define O7_AGAIN 19     /* a Stop is handed out until it is settled */
#define R8_BOOT 20      /* another boot is asked about the Stop */
#define R8_STATUS 21    /* ... again if its status finds an earlier one's answer */
#define R9_BOOT 22      /* states count only from the boot that answered last */
/* Exceptions to the promises, told of where those are. */
#define BUT_UNCLEAR 23
#define BUT_FORGOTTEN 24
#ifndef OUT
#define OUT 0
#endif
#define RULE(name) (OUT != name)

/* Faults come without end where safety is searched, as each may happen at any time. "At last" can
 * only be asked for when they end, so there they have a budget. */
#ifdef FAULTS
byte faults = FAULTS;
#define FAULT (faults > 0)
#define SPEND faults--
#else
#define FAULT true
#define SPEND skip
#endif

/* What a Stop is for, or about: a session, 1 or 2, or one of these (StopTarget). */
#define NOTHING 8       /* no session: pressed while nothing was open, `session: null` */
#define WHATEVER 9      /* pressed while the state was unknown: `session` left out */

/* What is said about a Stop (SoloReply, Answered). Only of what can settle one or end its note does
 * the revision matter; once it is entered, `rev` is 0 elsewhere. */
#define NONE 0          /* nothing */
#define TAKEN 1         /* the relay has it */
#define STOPPING 2      /* the engine is at it */
#define NO 3            /* a receipt: not let go */
#define YES 4           /* a receipt: let go */
#define NOT_FOUND 5     /* another session is open */

typedef Answer { byte kind; byte session; byte boot; byte rev };

/* A state of the engine, as far as faces get it (SoloState, FaceState). */
typedef EngineState {
    byte boot; byte rev;
    byte open;          /* the session in the slot */
    byte about;         /* the subject of the newest receipt, 0 where there is none */
    bit clean;          /* ... whether it says `released: true` */
    byte stops;         /* ... and which Stops it lists */
    byte over           /* told to nobody: the sessions that were over by then, really */
};

#define BIT(n) (1 << ((n) - 1))
#define HAS(mask, n) ((mask) & (1 << (n)))
#define ANSWER(to, k, s, b, r) to.kind = k; to.session = s; to.boot = b; to.rev = r
#define COPY_ANSWER(to, from) ANSWER(to, from.kind, from.session, from.boot, from.rev)
#define COPY_STATE(to, from) \
    to.boot = from.boot; to.rev = from.rev; to.open = from.open; to.about = from.about; \
    to.clean = from.clean; to.stops = from.stops; to.over = from.over
#define CLEAR_STATE(s) \
    s.boot = 0; s.rev = 0; s.open = 0; s.about = 0; s.clean = 0; s.stops = 0; s.over = 0

/* Where a step works something out; no part of the state. */
hidden byte subject, closing, heard, word, i;
hidden Answer reply;
hidden EngineState told;

/* The Stops that were ever sent to the engine: any of them can come once more, at any time. One
 * that is late is otherwise the same as one that is handed out later. */
bit sent[STOPS + 1];
/* What the Stops are for; an id's content never changes. */
byte target[STOPS + 1];
/* Words of a boot that outlive it: one state and one answer. Within a boot none needs to be late:
 * the relay keeps the newer one, whichever comes first, so it is as if they had come in order. */
EngineState lateState;
Answer lateAnswer;
byte lateId;

/* What nobody in the group can know: for the promises. */
byte presses;               /* how many Stops were pressed */
byte confirmed;             /* the Stops that were answered `confirmed`, and kept (mask) */
byte finished;              /* the Stops that the face let go, settled or as a note (mask) */
byte meant[STOPS + 1];      /* the session that somebody wanted to stop; 0 for none */
byte ended[STOPS + 1];      /* the session that the engine closed for it */

#include "engine.pml"
#include "relay.pml"
#include "face.pml"

/* P1: a confirmed Stop stays with the face until it is done, or a newer one has taken its place;
 * and when that is done, what the Stop was meant for is over.
 *
 * BUT_UNCLEAR: one that was pressed while the state was unknown is about what was open then. A
 * further press is for what the screen shows (F4); where that is an older state than the engine's,
 * the two differ, and what was open at the first press runs on, and is shown. */
#define IS_DONE(id) (finished >> ((id) - 1))
#define IS_KEPT(id) (!(confirmed & BIT(id)) || IS_DONE(id) || stop > (id) || \
    (stop == (id) && outbox == (id)))
#define IS_SERVED(id) (!(confirmed & BIT(id)) || !IS_DONE(id) || meant[id] == 0 || OVER(meant[id]) \
    || (!(finished & BIT(id)) && target[id] == WHATEVER && RULE(BUT_UNCLEAR)))

/* P2: `Stopped` stands on a state that says closed and whose newest receipt is clean; its session
 * was over when the engine said so; and nothing that the newest receipt covers is held. */
#define BOTH_HOLD (known && view.open == 0 && view.clean && \
    (ABOUT == NOTHING || (view.over & BIT(ABOUT))) && !(held & UP_TO(SESSION_OF(view.about))))

/* At last: each Stop has left the outbox, and `Stopped` stands on the screen unless another session
 * has run.
 *
 * BUT_FORGOTTEN: or the relay is new and was never handed the Stop, so it asks no further boot of
 * the engine about it, and that boot's state alone bears it out no more (F6): on the safe side. */
#define IS_FORGOTTEN (kept.settled && relayStop != stop && kept.answer.boot != boot && \
    RULE(BUT_FORGOTTEN))
#ifdef LIVE
bit rests = 1;
#define SEE_REST rests = (outbox == 0 && (stop == 0 || SHOWS_STOPPED || IS_FORGOTTEN))
#else
#define SEE_REST skip
#endif

#include "reach.pml"

hidden byte P1_no_confirmed_Stop_is_lost, P1_what_is_done_is_over,
    P2_Stopped_only_when_both_facts_hold, F13_Stopped_is_about_the_session_last_seen;
inline check() {
    SEE_REST;
    mark();
    P1_no_confirmed_Stop_is_lost = IS_KEPT(1) && IS_KEPT(STOPS);
    assert(P1_no_confirmed_Stop_is_lost);
    P1_what_is_done_is_over = IS_SERVED(1) && IS_SERVED(STOPS);
    assert(P1_what_is_done_is_over);
    P2_Stopped_only_when_both_facts_hold = !SHOWS_STOPPED || BOTH_HOLD;
    assert(P2_Stopped_only_when_both_facts_hold);
    F13_Stopped_is_about_the_session_last_seen = !SHOWS_STOPPED || seenOpen == 0 ||
        seenOpen == ABOUT || ABOUT == NOTHING;
    assert(F13_Stopped_is_about_the_session_last_seen)
}

/* Hand and the controller: asked as long as something is not let go (letGo, retryReleases, hurry),
 * until it shows all of it let go. */
active proctype Controller() {
    do
    :: d_step { ANY_AWAITED || (ANY_UNCONFIRMED && RULE(E6_RETRY)) -> conclude(true); check() }
    od
}

active proctype Relay() {
    do
    /* The engine's state as it is; one that is lost is told again (B1, B2). */
    :: d_step { MISSES_STATE -> readState(); stateCame(); tell(); check() }
    :: d_step { !relayKnows -> statusCame(); tell(); check() }
    /* What a dead engine has sent. */
    :: d_step {
        lateState.boot != 0 ->
        COPY_STATE(told, lateState); CLEAR_STATE(lateState);
        stateCame(); tell(); check()
    }
    :: d_step {
        lateId != 0 ->
        i = lateId; lateId = 0;
        COPY_ANSWER(reply, lateAnswer); ANSWER(lateAnswer, NONE, 0, 0, 0);
        stopCame(i); tell(); check()
    }
    od
}

/* The relay asks again by itself: another boot, or the connection is back (R8). */
active proctype Again() {
    do
    :: d_step { asksAgain -> asksAgain = 0; take(relayStop); stopCame(relayStop); tell(); check() }
    od
}

/* As long as the Stop is there it is handed out, passed on and answered (O7, R7, R8). */
#define IS_HANDED_OUT (outbox != 0 && (RULE(O7_AGAIN) || !sent[outbox]))
active proctype Outbox() {
    do
    :: d_step { IS_HANDED_OUT -> handOut(); take(relayStop); stopCame(relayStop); tell(); check() }
    od
}

/* A face that knew nothing hears of the relay again, or of its Stop alone (see `tell`). */
active proctype Face() {
    do
    :: d_step { !known && (relayKnows || MISSES_ANSWER) -> hear(); check() }
    od
}

/* What may happen and doesn't have to. */
active proctype World() {
    do
#ifdef LIVE
    :: boot != 0    /* or nothing happens, which is always possible */
#endif
    /* Whenever Stop can be pressed, it may be; mostly the journal has it before anything else. */
    :: d_step { presses < STOPS && CAN_STOP -> press(); journaled(); check() }
    :: d_step { FAULT && presses < STOPS && CAN_STOP -> SPEND; press(); check() }
    :: d_step { unwritten -> journaled(); check() }
    /* Sessions come where judgeSlot lets them, and end by themselves: deadline, player's end. */
    :: d_step { slot == 0 && started < SESSIONS && MAY_START -> start(); check() }
    :: d_step { slot != 0 -> close(); check() }
    /* The controller refuses, is silent or lies: its read-back is not clean. */
    :: d_step { FAULT && ANY_AWAITED -> SPEND; conclude(false); check() }
    /* A Stop is lost before the engine has it, or the answer is; a Stop comes twice. (One that
     * the relay asks again by itself is lost with the connection only, and asked again then.) */
    :: d_step { FAULT && IS_HANDED_OUT -> SPEND; handOut(); tell(); check() }
    :: d_step { FAULT && IS_HANDED_OUT -> SPEND; handOut(); take(relayStop); tell(); check() }
    :: d_step { FAULT && sent[1] -> SPEND; take(1); stopCame(1); tell(); check() }
    :: d_step { FAULT && sent[STOPS] -> SPEND; take(STOPS); stopCame(STOPS); tell(); check() }
    /* Connections break: the relay's to the engine, the face's to the relay. */
    :: d_step { FAULT && relayKnows -> SPEND; reconnect(); check() }
    :: d_step { FAULT && known -> SPEND; lose(); check() }
    /* Processes die; an engine perhaps with its last state or an answer still on the way. */
    :: d_step { FAULT -> SPEND; faceDies(); check() }
    :: d_step { FAULT -> SPEND; relayDies(); check() }
    :: d_step { FAULT && boot < BOOTS -> SPEND; engineDies(); check() }
    :: d_step {
        FAULT && boot < BOOTS && lateState.boot == 0 ->
        SPEND; readState(); COPY_STATE(lateState, told); engineDies(); check()
    }
    :: d_step {
        FAULT && boot < BOOTS && lateId == 0 && relayStop != 0 ->
        SPEND; take(relayStop); COPY_ANSWER(lateAnswer, reply); lateId = relayStop;
        engineDies(); check()
    }
    od
}

#ifdef LIVE
/* When the faults end. */
ltl settled_at_last { <> [] rests }
#endif
