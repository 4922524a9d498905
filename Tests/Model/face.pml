/* FaceCore: the bar, the newest Stop, the outbox and the journal.
 *
 * While it knows the state, the face hears each change of the relay's at once. Hearing it later is
 * the same as a relay that learns later, as what a relay has learned goes to the face and nowhere
 * else; what a face does in between it could as well have done before.
 *
 * A write replaces the whole record. One that follows from a state is lost in a death as if that
 * state had not been heard, so only the write that keeps a new Stop has a step of its own; until
 * then the journal has what it had before. */

typedef Record {            /* KeptStop */
    byte id;                /* 0 where there is none */
    Answer answer;          /* its newest outcome: NO, YES, NOT_FOUND */
    bit settled;            /* both facts held in one state */
    byte settledBy;         /* ... whose newest receipt was about this session */
    byte session            /* the session that was on the screen when it was pressed */
};
#define COPY_RECORD(to, from) \
    to.id = from.id; COPY_ANSWER(to.answer, from.answer); to.settled = from.settled; \
    to.settledBy = from.settledBy; to.session = from.session
#define CLEAR_RECORD(r) \
    r.id = 0; ANSWER(r.answer, NONE, 0, 0, 0); r.settled = 0; r.settledBy = 0; r.session = 0

bit known;                  /* SoloBar.knowledge: what is on the screen is the relay's `view` */
byte session;               /* the session that the bar is about */
byte before;                /* the newest receipt's subject while that session was open */
Record kept;                /* StandingStop.kept */
byte progress;              /* the session that the engine is stopping for it, if it said so */
byte seenOpen;              /* the session last seen open since it was asked */
bit isNote;                 /* the bar is about another session by now (F13) */
byte outbox;                /* PriorityOutbox.stop */
bit unwritten;              /* the newest Stop's write is under way (FaceCore.keeping) */
Record journal;             /* what the journal has meanwhile; empty else, as it has `kept` */

#define stop kept.id
/* StandingStop.about and engineWord. */
#define ABOUT (kept.answer.kind == YES || kept.answer.kind == NO -> kept.answer.session : \
    (progress != 0 -> progress : target[stop]))

/* Answered.isNoNewer and StandingStop.isSettled (F6). */
#define IS_NO_NEWER (kept.answer.boot == view.boot && \
    (kept.answer.rev <= view.rev || !RULE(F6_REVISION)))
#define IS_SETTLED (!RULE(F6_RECEIPT) -> view.open == 0 : (!RULE(F6_CLOSED) -> \
    kept.answer.kind == YES : view.open == 0 && (view.clean || !RULE(F6_NEWEST)) && \
    kept.answer.kind == YES && IS_NO_NEWER))
/* StandingStop.isBorneOut. */
#define IS_BORNE_OUT (IS_SETTLED || (view.open == 0 && view.clean && (view.stops & BIT(stop))))
/* SoloBar.stopLine is `.stopped`. */
#define SHOWS_STOPPED (stop != 0 && kept.settled && !isNote && (known || !RULE(F7_UNKNOWN)) && \
    IS_BORNE_OUT)
/* SoloBar.awaitsReceipt and canStop. */
#define AWAITS_RECEIPT (session != 0 && view.about != session && view.about == before && \
    !(stop != 0 && kept.settled))
#define CAN_STOP (!known || view.open != 0 || (stop != 0 && !kept.settled) || \
    (view.about != 0 && !view.clean) || AWAITS_RECEIPT)
/* The Stop's answer has changed since the face heard of it. */
#define MISSES_ANSWER (stop != 0 && relayStop == stop && (entry.kind >= NO -> \
    entry.kind != kept.answer.kind || entry.boot != kept.answer.boot || \
    entry.rev != kept.answer.rev : progress != entry.session))

/* SoloBar.lose: nothing but the knowledge goes (F7, F12). */
inline lose() { known = 0 }

/* SoloBar.target: what a Stop that is pressed now is for (F4). */
inline findTarget() {
    if
    :: !known -> i = WHATEVER
    :: known && view.open != 0 -> i = view.open
    :: known && view.open == 0 && stop != 0 && !isNote && (!kept.settled || IS_BORNE_OUT) ->
        i = (ABOUT == WHATEVER -> NOTHING : ABOUT)
    :: else ->
        if
        :: view.about != 0 && !view.clean -> i = SESSION_OF(view.about)
        :: else -> i = (AWAITS_RECEIPT -> session : NOTHING)
        fi
    fi
}

/* FaceCore.askStop, SoloBar.askStop and PriorityOutbox.put (F4, F14, O2). */
inline press() {
    findTarget();
    if
    :: stop != 0 && !unwritten -> COPY_RECORD(journal, kept)
    :: else
    fi;
    presses++;
    CLEAR_RECORD(kept);
    stop = presses;
    target[stop] = i;
    meant[stop] = (i == WHATEVER -> slot : (i == NOTHING -> 0 : i));
    kept.session = session;
    progress = 0; seenOpen = 0; isNote = 0;
    outbox = (outbox == 0 || RULE(O2_FRONT) -> stop : outbox);
    unwritten = 1;
    confirmed = (RULE(F14_CONFIRM) -> confirmed : confirmed | BIT(stop));
    printf("face: Stop %d is pressed for %d\n", stop, target[stop])
}

/* FaceCore.journaled: the record is kept, and whoever pressed is told (F14). */
inline journaled() {
    unwritten = 0;
    CLEAR_RECORD(journal);
    confirmed = confirmed | BIT(stop);
    printf("face: Stop %d is confirmed\n", stop)
}

/* StandingStop.hear: what has no outcome takes none away (F5). */
inline hearAnswer() {
    if
    :: stop != 0 && relayStop == stop && entry.kind >= NO -> COPY_ANSWER(kept.answer, entry)
    :: stop != 0 && relayStop == stop && entry.kind < NO -> progress = entry.session
    :: else
    fi
}

/* StandingStop.see, when its answers have been heard (F13). */
inline see(running) {
    if
    :: stop != 0 ->
        seenOpen = (running != 0 -> running : seenOpen);
        if
        :: seenOpen == 0 || kept.settled || ABOUT == WHATEVER || !RULE(F13_NOTE) -> skip
        :: else ->
            isNote = isNote || (ABOUT == NOTHING ->
                running != 0 && target[stop] != seenOpen : ABOUT != seenOpen)
        fi
    :: else
    fi
}

/* The Stop is over for the bar, and for the journal with it. */
inline dropStop() {
    CLEAR_RECORD(kept); CLEAR_RECORD(journal);
    progress = 0; seenOpen = 0; isNote = 0; unwritten = 0
}

/* PriorityOutbox.settle (O7). */
inline letGo() {
    finished = finished | BIT(stop);
    outbox = 0;
    printf("face: Stop %d leaves the outbox, note %d\n", stop, isNote)
}

/* SoloBar.endStop: settled, over as a note, or forgotten when another session has run. */
inline endStop() {
    if
    :: stop == 0 -> skip
    :: stop != 0 && kept.settled ->
        /* StandingStop.isOutlived. */
        if
        :: view.open != 0 || (IS_SESSION(view.about) && view.about != kept.settledBy &&
            view.about != ABOUT) -> dropStop()
        :: else
        fi
    :: stop != 0 && !kept.settled && isNote ->
        /* StandingStop.isOverAsNote. */
        if
        :: IS_NO_NEWER && (kept.answer.kind == YES || kept.answer.kind == NOT_FOUND) ->
            letGo(); dropStop()
        :: else
        fi
    :: stop != 0 && !kept.settled && !isNote && IS_SETTLED ->
        letGo();
        kept.settled = 1;
        kept.settledBy = SESSION_OF(view.about)
    :: else
    fi
}

/* FaceCore.hear and SoloBar.hear. */
inline hear() {
    hearAnswer();
    if
    :: relayKnows ->
        known = 1;
        if
        :: view.open != 0 -> session = view.open; before = view.about
        :: else
        fi;
        see(view.open);
        endStop()
    :: else -> see(0)
    fi
}

/* What changes at the relay is heard by a face that is connected to it (R4). */
inline tell() {
    if
    :: known -> hear()
    :: else
    fi
}

/* A new life: FaceCore.recover and SoloBar.resume (F14, O8). */
inline faceDies() {
    lose();
    if
    :: unwritten -> COPY_RECORD(kept, journal); CLEAR_RECORD(journal); unwritten = 0
    :: else
    fi;
    session = kept.session; before = 0; progress = 0; seenOpen = 0; isNote = 0;
    outbox = (stop != 0 && !kept.settled && RULE(F14_RESUME) -> stop : 0);
    printf("face: new, with Stop %d\n", stop)
}
