/* RelayCore. The way of a Stop through it is one step: taken from the outbox, noted, sent on. */

bit relayKnows;             /* EngineView.standing is `known` */
byte relayBoot;             /* the boot that answered the last `solo.status`; 0 for none */
byte unanswered;            /* boots that were heard since, and have not answered (mask) */
byte earlier;               /* boots whose word counts no more (mask) */
EngineState view;           /* that boot's newest state; 0 while it is not known */
byte relayStop;             /* FaceSide.stop: the face's newest Stop, 0 for none */
bit asksAgain;              /* ... it is to be asked about once more */
Answer entry;               /* ... and what it has come to */

#define MISSES_STATE ((relayKnows && (view.boot != boot || view.rev != rev)) || \
    (relayBoot != 0 && relayBoot != boot && !HAS(unanswered, boot)))

/* Nothing can be told of the engine, to the face neither. */
inline unknow() { relayKnows = 0; CLEAR_STATE(view); lose() }

/* RelayCore.askStopsAgain, when another boot is heard or the connection returns (R8). */
inline askStopAgain() {
    if
    :: relayStop != 0 && RULE(R8_BOOT) -> asksAgain = 1
    :: else
    fi
}

/* RelayCore.engineChanged: the connection is gone and there again. */
inline reconnect() { unknow(); askStopAgain(); printf("relay: reconnects\n") }

/* RelayCore.hear: whose word it is, and whether that boot must be asked (R9). */
#define EARLIER 0
#define CURRENT 1
#define UNANSWERED 2
inline hearBoot() {
    if
    :: HAS(earlier, heard) && RULE(R9_BOOT) -> word = EARLIER
    :: heard == relayBoot || (relayBoot != 0 && !RULE(R9_BOOT)) -> word = CURRENT
    :: else ->
        word = UNANSWERED;
        if
        :: !HAS(unanswered, heard) ->
            unanswered = unanswered | (1 << heard);
            unknow(); askStopAgain()
        :: else
        fi
    fi
}

/* RelayCore.enter: within a boot an answer never goes back (R5). */
inline enter() {
    if
    :: reply.boot == entry.boot && reply.rev < entry.rev -> skip
    :: else ->
        COPY_ANSWER(entry, reply);
        /* Nobody asks at which revision anything else was said. */
        entry.rev = (entry.kind < YES -> 0 : entry.rev)
    fi
}

/* RelayCore.learn(from:): a receipt in a state answers each Stop that it lists. */
inline learn() {
    if
    :: relayStop != 0 && (told.stops & BIT(relayStop)) ->
        if
        :: told.clean -> ANSWER(reply, YES, SESSION_OF(told.about), told.boot, told.rev)
        :: else -> ANSWER(reply, NO, SESSION_OF(told.about), told.boot, told.rev)
        fi;
        enter()
    :: else
    fi
}

/* RelayCore.stopCame: an answer about a Stop that a newer one has replaced finds no place. */
inline stopCame(id) {
    if
    :: relayStop == id ->
        heard = reply.boot;
        hearBoot();
        if
        :: word != EARLIER -> enter()
        :: else
        fi
    :: else
    fi
}

/* RelayCore.stateCame and EngineView.take. Of a boot that has not answered, a state is only a
 * reason to ask: the answer is read when it comes, and is no older. */
inline stateCame() {
    heard = told.boot;
    hearBoot();
    if
    :: word == CURRENT && relayKnows ->
        COPY_STATE(view, told);
        learn()
    :: word == CURRENT && !relayKnows -> learn()
    :: else
    fi;
    printf("relay: state %d.%d, open %d, receipt %d clean %d\n", told.boot, told.rev, told.open,
        told.about, told.clean)
}

/* RelayCore.statusCame and EngineView.answer. Only the newest question's answer counts, so asking
 * and answering are one step; one that is lost is one that is made later. */
inline statusCame() {
    i = (relayBoot != 0 && relayBoot != boot && !HAS(unanswered, boot));
    earlier = (earlier | unanswered | (relayBoot != 0 -> 1 << relayBoot : 0)) & ~(1 << boot);
    unanswered = 0;
    relayBoot = boot;
    relayKnows = 1;
    readState();
    COPY_STATE(view, told);
    learn();
    /* A dead boot's answer may have come after the new one's. */
    if
    :: i || (entry.boot != 0 && entry.boot != boot && RULE(R8_STATUS)) -> askStopAgain()
    :: else
    fi;
    printf("relay: status %d.%d, open %d, receipt %d clean %d\n", told.boot, told.rev, told.open,
        told.about, told.clean)
}

/* PriorityOutbox.serve, RelayCore.handed and asked; the acknowledgement ends nothing (O7). */
inline handOut() {
    if
    :: relayStop != outbox -> relayStop = outbox; ANSWER(entry, TAKEN, 0, 0, 0)
    :: else
    fi;
    sent[outbox] = 1;
    printf("relay: takes Stop %d\n", outbox);
    if
    :: !RULE(O7_ACK) -> outbox = 0
    :: else
    fi
}

/* A new relay remembers nothing, and nobody answers the one before. */
inline relayDies() {
    unknow(); relayBoot = 0; unanswered = 0; earlier = 0;
    relayStop = 0; asksAgain = 0; ANSWER(entry, NONE, 0, 0, 0);
    CLEAR_STATE(lateState); lateId = 0; ANSWER(lateAnswer, NONE, 0, 0, 0);
    printf("relay: new\n")
}
