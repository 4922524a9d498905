/* What a complete search must come across, or a promise about it says nothing: it prints each of
 * these once. `met` is hidden, so it is no part of the state and outlives the search's way back. */

hidden byte met[32];
#define MARK(n, name, what) \
    if \
    :: !met[n] && (what) -> met[n] = 1; c_code { puts("reached: " #name); } \
    :: else \
    fi;

inline mark() {
    MARK(1, stopped_is_shown, SHOWS_STOPPED)
    MARK(2, stopped_is_shown_by_the_list_of_a_restarted_engine,
        SHOWS_STOPPED && boot == 2 && kept.answer.boot == 1)
    MARK(3, stopped_is_shown_by_the_answer_of_a_restarted_engine,
        SHOWS_STOPPED && kept.answer.boot == 2)
    MARK(4, stopped_is_taken_away_by_a_receipt, stop != 0 && kept.settled && known && !view.clean)
    MARK(5, a_settled_Stop_is_outlived, finished != 0 && stop == 0 && ended[1] == 1 && started == 2)
    MARK(6, a_Stop_named_its_session, subjectOf[1] == 1 && target[1] == 1 && ended[1] == 1)
    MARK(7, a_Stop_came_when_its_session_was_over,
        subjectOf[1] == 1 && target[1] == 1 && ended[1] == 0)
    MARK(8, an_unclear_Stop_ended_a_session, target[1] == WHATEVER && ended[1] == 1)
    MARK(9, an_unclear_Stop_ended_a_later_session, target[1] == WHATEVER && ended[1] > meant[1])
    MARK(10, a_Stop_found_nothing_open, subjectOf[1] == MOMENT(1) && ending[MOMENT(1)] == LET_GO)
    MARK(11, a_Stop_is_not_found, kept.answer.kind == NOT_FOUND)
    MARK(12, a_release_is_not_confirmed, kept.answer.kind == NO)
    MARK(13, a_note_stands, isNote && !kept.settled)
    MARK(14, a_Stop_left_as_a_note, finished != 0 && stop == 0 && slot == 2 && ended[1] == 0)
    MARK(15, a_session_started_after_a_death, boot == 2 && slot == 2)
    MARK(16, a_restarted_face_asks_again, stop != 0 && !known && outbox == stop && session == 1)
    MARK(17, a_Stop_is_not_kept, unwritten && !known)
    MARK(18, a_dead_boot_is_heard, lateState.boot == 1 && relayBoot == 2)
    MARK(19, a_dead_boot_answers, lateAnswer.boot == 1 && relayBoot == 2)
    MARK(20, a_boot_is_heard_that_has_not_answered, unanswered != 0 && !relayKnows)
#if STOPS > 1
    MARK(21, a_Stop_takes_the_place_of_another, stop == 2 && confirmed == 3 && outbox == 2)
    MARK(22, a_death_brings_the_earlier_Stop_back, presses == 2 && stop == 1)
    MARK(23, a_further_Stop_joins_a_moment, subjectOf[2] == MOMENT(1) && subjectOf[1] == MOMENT(1))
    MARK(24, a_moment_is_read_back_again, ending[MOMENT(1)] == HELD_AWAITED)
#endif
    skip
}
