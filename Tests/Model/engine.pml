/* EngineCore. What it does once a batch is in the journal it does here in the step that writes the
 * batch: a death in between is the same as one just before (not written), or as one just after with
 * all lost that was sent (written). So one set of variables is both memory and journal, and
 * `engineDies` leaves what the journal has. */

/* How far an ending's receipt is (Ending.progress, Ending.receipt). */
#define NO_ENDING 0
#define AWAITED 1       /* no receipt yet: the controller is being asked */
#define HELD 2          /* its receipt is not `released: true` */
#define HELD_AWAITED 3  /* ... and the controller is asked for another one */
#define LET_GO 4        /* its receipt is `released: true` */

/* Subjects: sessions by number, then the moments at which a Stop found nothing open, each named
 * after the first Stop that asked about it. */
#define MOMENT(id) (2 + (id))
#define SUBJECTS (2 + STOPS)
#define IS_SESSION(s) ((s) == 1 || (s) == 2)
#define SESSION_OF(s) (IS_SESSION(s) -> (s) : NOTHING)
/* The sessions up to one. */
#define UP_TO(s) (IS_SESSION(s) -> (1 << (s)) - 1 : 0)

byte boot = 1;
byte rev = 1;
byte slot = 1;                  /* the session in it, 0 where it is empty */
byte started = 1;
byte held = 1;                  /* the controller: the sessions whose inputs are down (mask) */
byte ending[SUBJECTS + 1];
byte newest;                    /* the subject of the receipt that was made last */
byte subjectOf[STOPS + 1];      /* what each Stop is about, once that is decided (E8) */
byte unnamed;                   /* inputs down that no journal names; only in a mutant (mask) */
byte moment;                    /* the one that a further Stop about nothing may join */

#define IS_AWAITED(s) (ending[s] == AWAITED || ending[s] == HELD_AWAITED)
#define IS_UNCONFIRMED(s) (ending[s] != NO_ENDING && ending[s] != LET_GO)
#define ANY_AWAITED (IS_AWAITED(1) || IS_AWAITED(2) || IS_AWAITED(3) || IS_AWAITED(SUBJECTS))
#define ANY_UNCONFIRMED (IS_UNCONFIRMED(1) || IS_UNCONFIRMED(2) || IS_UNCONFIRMED(3) || \
    IS_UNCONFIRMED(SUBJECTS))
#define MAY_START (!ANY_AWAITED && (!ANY_UNCONFIRMED || !RULE(E2_START)))

/* What nobody can see at once: out of the slot (closed), and nothing down (released). */
#define OVER(s) (slot != (s) && !(held & BIT(s)))

/* EngineCore.state, as `told`. */
inline readState() {
    told.boot = boot; told.rev = rev; told.open = slot; told.about = newest;
    told.clean = (newest != 0 && ending[newest] == LET_GO);
    told.stops = (newest != 0 && subjectOf[1] == newest -> BIT(1) : 0) |
        (newest != 0 && subjectOf[STOPS] == newest -> BIT(STOPS) : 0);
    told.over = (started >= 1 && OVER(1) -> BIT(1) : 0) | (started >= 2 && OVER(2) -> BIT(2) : 0)
}

/* EngineCore.carryOut(_: SoloStart) and announce; it has pressed something at once. */
hidden byte E2_a_start_finds_nothing_held;
inline start() {
    E2_a_start_finds_nothing_held = (held == 0);
    assert(E2_a_start_finds_nothing_held);
    started++; slot = started; held = held | BIT(slot); rev++;
    printf("engine %d.%d: session %d\n", boot, rev, slot)
}

/* EngineCore.close: the slot empties and that is told, while inputs may still be down (E4). */
inline close() {
    printf("engine %d.%d: session %d ends\n", boot, rev + 1, slot);
    ending[slot] = AWAITED; slot = 0; rev++
}

/* EngineCore.subject(of:key:) and momentSubject; leaves 0 where the answer is `not-found` (E7). */
inline decide(id) {
    closing = (ending[1] == AWAITED -> 1 : (ending[2] == AWAITED -> 2 : 0));
    if
    :: target[id] == WHATEVER || !RULE(E7_NAMED) -> subject = (slot != 0 -> slot : closing)
    :: else -> subject = (target[id] == NOTHING -> closing : target[id])
    fi;
    if
    :: subject == 0 && slot == 0 ->
        moment = (moment != 0 && ending[moment] != LET_GO -> moment : MOMENT(id));
        subject = moment
    :: else
    fi
}

/* EngineCore.carryOut(_: PendingStop), for a Stop whose subject is journaled. */
hidden byte E7_it_ends_only_what_it_was_for, E8_it_ends_no_second_session;
inline carryOut(id) {
    if
    :: subject == slot ->
        E7_it_ends_only_what_it_was_for = (target[id] == slot || target[id] == WHATEVER);
        assert(E7_it_ends_only_what_it_was_for);
        E8_it_ends_no_second_session = (ended[id] == 0 || ended[id] == slot);
        assert(E8_it_ends_no_second_session);
        ended[id] = slot;
        close()
    :: else
    fi;
    subjectOf[id] = subject;
    if
    :: ending[subject] == NO_ENDING -> ending[subject] = AWAITED
    :: ending[subject] >= HELD && IS_SESSION(subject) -> rev++
    :: ending[subject] == HELD && !IS_SESSION(subject) -> ending[subject] = HELD_AWAITED
    :: else
    fi
}

/* EngineCore.take(_: SoloStop) and answer: `reply` is what is true after it. */
inline take(id) {
    subject = (RULE(E8_ONCE) -> subjectOf[id] : 0);
    if
    :: subject == 0 ->
        decide(id);
        if
        :: subject != 0 -> carryOut(id)
        :: else
        fi
    :: else
    fi;
    if
    :: subject == 0 -> ANSWER(reply, NOT_FOUND, target[id], boot, rev)
    :: subject != 0 && ending[subject] == LET_GO ->
        ANSWER(reply, YES, SESSION_OF(subject), boot, rev)
    :: subject != 0 && ending[subject] == HELD -> ANSWER(reply, NO, SESSION_OF(subject), boot, rev)
    :: else -> ANSWER(reply, STOPPING, SESSION_OF(subject), boot, rev)
    fi;
    printf("engine %d.%d: Stop %d is about %d, answer %d\n", boot, rev, id, subject, reply.kind)
}

/* EngineCore.conclude and issue: all that waits gets a receipt; after a clean read-back so does
 * all whose last one was not clean (E6). */
#define IS_CLEAN(readBack) ((readBack) || !RULE(E5_READ_BACK))
hidden byte E5_what_is_called_let_go_is;
inline conclude(clean) {
    held = (clean -> held & ((slot != 0 -> BIT(slot) : 0) | unnamed) : held);
    i = 1;
    do
    :: i > SUBJECTS -> break
    :: else ->
        newest = (IS_AWAITED(i) -> i : newest);
        if
        :: IS_CLEAN(clean) && IS_UNCONFIRMED(i) -> ending[i] = LET_GO
        :: !IS_CLEAN(clean) && IS_AWAITED(i) -> ending[i] = HELD
        :: else
        fi;
        E5_what_is_called_let_go_is = (!IS_SESSION(i) || ending[i] != LET_GO || !(held & BIT(i)));
        assert(E5_what_is_called_let_go_is);
        i++
    od;
    rev++;
    printf("engine %d.%d: receipts, clean %d\n", boot, rev, clean)
}

/* A new life: EngineCore.recover and begin (E9). */
inline engineDies() {
    boot++; rev = 1; moment = 0;
    unnamed = (RULE(E9_LEDGER) -> 0 : held);
    if
    :: slot != 0 && RULE(E9_OPEN) -> ending[slot] = AWAITED
    :: else
    fi;
    slot = 0;
    i = 3;
    do
    :: i > SUBJECTS -> break
    :: else -> ending[i] = (ending[i] == HELD_AWAITED -> HELD : ending[i]); i++
    od;
    if
    :: !RULE(E8_JOURNAL) -> subjectOf[1] = 0; subjectOf[STOPS] = 0
    :: else
    fi;
    printf("engine %d.%d: new\n", boot, rev)
}
