#ifndef HANDRAIL_CLINUX_H
#define HANDRAIL_CLINUX_H

#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

// What Swift's Glibc module lacks. Each call returns -1 with errno set where it fails.

// The calling thread's id. Not inlined and read from a thread-local each time: in release builds
// Swift may keep pthread_self()'s value across an await, and a thread check then answers wrongly.
pid_t clinux_thread_id(void);

// Names the calling thread; Linux keeps 15 characters.
void clinux_name_thread(const char *name);

// A non-blocking, close-on-exec eventfd.
int clinux_eventfd(void);

// A close-on-exec timer on CLOCK_BOOTTIME, unset.
int clinux_timerfd(void);

// Has the timer readable from a moment of CLOCK_BOOTTIME on, in seconds; infinity: never. The
// moment is absolute, so that neither a signal, a SIGSTOP nor a suspended host moves it.
int clinux_set_timer(int descriptor, double moment);

// A non-blocking, close-on-exec signalfd for the signals in the set.
int clinux_signalfd(const sigset_t *signals);

// Reads the next pending signal of a signalfd: its number, 0 where there is none.
int clinux_read_signal(int descriptor);

// Has the calling process sent a signal when the thread that spawned it ends.
int clinux_set_parent_death_signal(int signal);

// Makes orphaned descendants children of the calling process.
int clinux_set_child_subreaper(void);

// A close-on-exec descriptor that becomes readable when the process has ended.
int clinux_pidfd_open(pid_t process);

// Sends a signal to the process that a pidfd stands for.
int clinux_pidfd_send_signal(int descriptor, int signal);

// A close-on-exec descriptor that is readable while one of its members is ready.
int clinux_ready_set(void);

// Has the set wait for a member to be readable, writable or both; neither: it is no member any more.
int clinux_watch_ready(int set, int member, int reads, int writes);

// Takes an exclusive lock on an open file without waiting.
int clinux_lock(int descriptor);

// Gives the lock back. To close the file is not enough: a child that another thread is just spawning
// has a copy of the descriptor until it runs its program, and the lock with it.
int clinux_unlock(int descriptor);

// The variables of the process, NAME=VALUE each, up to a null.
char **clinux_environment(void);

// Sets the soft limit of a process's resource, RLIMIT_DATA for instance; 0 is the calling process,
// UINT64_MAX as much as its hard limit allows.
int clinux_limit(pid_t process, int resource, uint64_t most);

// Has a spawn close all descriptors from this number on; returns the error's number, or 0.
int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest);

// Should a signal end the process, has the terminal first be sent these bytes and get these
// settings. At most 256 bytes; the latest call is the one that counts.
void clinux_restore_at_death(
    int descriptor, const char *bytes, size_t count, const struct termios *settings);

// The terminal is as it was: a death changes nothing on it any more.
void clinux_restored(void);

#endif
