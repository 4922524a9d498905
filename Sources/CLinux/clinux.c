#define _GNU_SOURCE
#include "clinux.h"

#include <math.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static __thread pid_t cached_thread_id;

__attribute__((noinline)) pid_t clinux_thread_id(void) {
    if (cached_thread_id == 0) cached_thread_id = (pid_t)syscall(SYS_gettid);
    return cached_thread_id;
}

void clinux_name_thread(const char *name) {
    char cut[16] = {0};
    for (int i = 0; i < 15 && name[i] != 0; i++) cut[i] = name[i];
    pthread_setname_np(pthread_self(), cut);
}

int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int clinux_timerfd(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC); }

int clinux_set_timer(int descriptor, double moment) {
    const double furthest = 1e9;  // 31 years of uptime; the conversion below cannot overflow.
    struct itimerspec setting = {0};
    if (moment != INFINITY) {
        if (!(moment > 0)) moment = 0;
        if (moment > furthest) moment = furthest;
        setting.it_value.tv_sec = (time_t)moment;
        // At least 1 ns: all zeros would unset the timer instead of having it due at once. Rounded
        // up, so that whoever wakes finds the moment reached.
        double rest = ceil((moment - (double)setting.it_value.tv_sec) * 1e9);
        setting.it_value.tv_nsec = rest < 1 ? 1 : rest > 999999999 ? 999999999 : (long)rest;
    }
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, 0);
}

int clinux_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_read_signal(int descriptor) {
    struct signalfd_siginfo info;
    if (read(descriptor, &info, sizeof info) != sizeof info) return 0;
    return (int)info.ssi_signo;
}

int clinux_ready_set(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_watch_ready(int set, int member, int reads, int writes) {
    struct epoll_event event = {.data.fd = member};
    if (!reads && !writes) return epoll_ctl(set, EPOLL_CTL_DEL, member, &event);
    event.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0);
    if (epoll_ctl(set, EPOLL_CTL_MOD, member, &event) == 0) return 0;
    return epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
}

int clinux_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

int clinux_set_child_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_pidfd_send_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, (void *)0, 0);
}

int clinux_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }

int clinux_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

char **clinux_environment(void) { return environ; }

int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
    return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

int clinux_limit(pid_t process, int resource, uint64_t most) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) return -1;
    // The hard limit stays: only a privileged process could raise it again.
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    return prlimit(process, resource, &limit, NULL);
}
