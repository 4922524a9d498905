#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// What the handler reads; written while no terminal is to be restored.
static char restoring[256];
static size_t restoring_count;
static struct termios before;
static volatile sig_atomic_t terminal = -1;

// All that end a process by default and that nobody takes as input.
static const int fatal[] = {
    SIGSEGV, SIGBUS,  SIGILL,    SIGTRAP, SIGFPE,  SIGABRT, SIGSYS,    SIGQUIT, SIGUSR1,
    SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGSTKFLT, SIGPWR,
};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction earlier[fatal_count];
static char handler_stack[32768];

// Calls only what POSIX allows in a handler.
static void restore(int descriptor) {
    size_t done = 0;
    while (done < restoring_count) {
        ssize_t count = write(descriptor, restoring + done, restoring_count - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            // A terminal that takes nothing for so long will not.
            struct pollfd room = {.fd = descriptor, .events = POLLOUT};
            if (poll(&room, 1, 200) <= 0) break;
        } else if (errno != EINTR) {
            break;
        }
    }
    tcsetattr(descriptor, TCSANOW, &before);
}

static void handle(int number) {
    int descriptor = terminal;
    terminal = -1;
    if (descriptor >= 0) restore(descriptor);
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == number) sigaction(number, &earlier[i], NULL);
    }
    // Held back until this returns; a fault would come again by itself, a sent signal would not.
    raise(number);
}

void clinux_restore_at_death(
    int descriptor, const char *bytes, size_t count, const struct termios *settings) {
    static int is_installed = 0;
    terminal = -1;
    if (count > sizeof restoring) return;
    memcpy(restoring, bytes, count);
    restoring_count = count;
    before = *settings;
    terminal = descriptor;
    if (is_installed) return;
    is_installed = 1;
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &earlier[i]);
}

void clinux_restored(void) { terminal = -1; }
