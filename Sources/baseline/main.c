// What libzmq itself does on this machine, without any of Handrail: the measure for `bench`.
//
//   baseline ring N DIR [MS]  N messages of 200 bytes around a ring of four processes, one each MS
//                             milliseconds where that is given, so that all find their caches cold
//   baseline request N DIR    N requests of 200 bytes and their replies between two processes
//   baseline events N DIR     N events of 200 bytes from one process to another
//
// Prints the median round trip in microseconds, or the events a second.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { SIZE = 200, NODES = 4 };

static void fail(const char *what) {
    fprintf(stderr, "baseline: %s: %s\n", what, zmq_strerror(errno));
    exit(1);
}

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

static void *open_socket(void *context, int kind) {
    void *socket = zmq_socket(context, kind);
    int linger = 0, unlimited = 0;
    if (socket == NULL) fail("socket");
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_SNDHWM, &unlimited, sizeof unlimited);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &unlimited, sizeof unlimited);
    return socket;
}

static void name(char *endpoint, size_t size, const char *dir, int node) {
    snprintf(endpoint, size, "ipc://%s/baseline.%d", dir, node);
}

static void *bound(void *context, int kind, const char *dir, int node) {
    char endpoint[256];
    void *socket = open_socket(context, kind);
    name(endpoint, sizeof endpoint, dir, node);
    if (zmq_bind(socket, endpoint) != 0) fail("bind");
    return socket;
}

static void *connected(void *context, int kind, const char *dir, int node) {
    char endpoint[256];
    void *socket = open_socket(context, kind);
    name(endpoint, sizeof endpoint, dir, node);
    if (zmq_connect(socket, endpoint) != 0) fail("connect");
    return socket;
}

// Forks, and says whether this is the child, which does not outlive its parent.
static int is_child(void) {
    if (fork() != 0) return 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return 1;
}

// Ends a child once its last message has gone.
static void leave(void *context, void *out) {
    int linger = 1000;
    zmq_setsockopt(out, ZMQ_LINGER, &linger, sizeof linger);
    zmq_close(out);
    zmq_ctx_term(context);
    exit(0);
}

// One node of the ring: passes on what comes until an empty message has passed.
static void pass_on(const char *dir, int node) {
    char buffer[SIZE];
    void *context = zmq_ctx_new();
    void *in = bound(context, ZMQ_PULL, dir, node);
    void *out = connected(context, ZMQ_PUSH, dir, (node + 1) % NODES);
    for (;;) {
        int size = zmq_recv(in, buffer, SIZE, 0);
        if (size < 0) fail("recv");
        if (zmq_send(out, buffer, (size_t)size, 0) < 0) fail("send");
        if (size == 0) break;
    }
    zmq_close(in);
    leave(context, out);
}

static double round_trips(void *in, void *out, int count, int pause_ms) {
    char buffer[SIZE] = {0};
    double *took = malloc(sizeof *took * (size_t)count);
    for (int i = pause_ms > 0 ? -1 : -100; i < count; i++) {
        if (pause_ms > 0) usleep((useconds_t)pause_ms * 1000);
        double began = now_us();
        if (zmq_send(out, buffer, SIZE, 0) < 0) fail("send");
        if (zmq_recv(in, buffer, SIZE, 0) < 0) fail("recv");
        if (i >= 0) took[i] = now_us() - began;
    }
    if (zmq_send(out, buffer, 0, 0) < 0) fail("send");
    if (zmq_recv(in, buffer, SIZE, 0) < 0) fail("recv");
    double result = median(took, count);
    free(took);
    return result;
}

static double ring(const char *dir, int count, int pause_ms) {
    for (int node = 1; node < NODES; node++)
        if (is_child()) pass_on(dir, node);
    void *context = zmq_ctx_new();
    void *in = bound(context, ZMQ_PULL, dir, 0);
    void *out = connected(context, ZMQ_PUSH, dir, 1);
    return round_trips(in, out, count, pause_ms);
}

static double request(const char *dir, int count) {
    if (is_child()) {
        char identity[256], buffer[SIZE];
        void *context = zmq_ctx_new();
        void *router = bound(context, ZMQ_ROUTER, dir, 0);
        for (int size = 1; size != 0;) {
            int length = zmq_recv(router, identity, sizeof identity, 0);
            size = zmq_recv(router, buffer, SIZE, 0);
            if (length < 0 || size < 0) fail("recv");
            zmq_send(router, identity, (size_t)length, ZMQ_SNDMORE);
            zmq_send(router, buffer, (size_t)size, 0);
        }
        leave(context, router);
    }
    void *dealer = connected(zmq_ctx_new(), ZMQ_DEALER, dir, 0);
    return round_trips(dealer, dealer, count, 0);
}

static double events(const char *dir, int count) {
    char buffer[SIZE] = {0};
    if (is_child()) {
        void *context = zmq_ctx_new();
        void *publisher = bound(context, ZMQ_XPUB, dir, 0);
        if (zmq_recv(publisher, buffer, SIZE, 0) < 0) fail("subscription");
        for (int i = 0; i <= count; i++)
            if (zmq_send(publisher, buffer, SIZE, 0) < 0) fail("send");
        // Stays until the subscriber has gone: then it has had everything.
        if (zmq_recv(publisher, buffer, SIZE, 0) < 0) fail("end of subscription");
        exit(0);
    }
    void *subscriber = connected(zmq_ctx_new(), ZMQ_SUB, dir, 0);
    zmq_setsockopt(subscriber, ZMQ_SUBSCRIBE, "", 0);
    if (zmq_recv(subscriber, buffer, SIZE, 0) < 0) fail("recv");
    double began = now_us();
    for (int i = 0; i < count; i++)
        if (zmq_recv(subscriber, buffer, SIZE, 0) < 0) fail("recv");
    double took = now_us() - began;
    zmq_close(subscriber);
    return count / took * 1e6;
}

int main(int argc, char **argv) {
    int count = argc >= 4 ? atoi(argv[2]) : 0, pause_ms = argc == 5 ? atoi(argv[4]) : 0;
    if (count <= 0) {
        fprintf(stderr, "usage: baseline ring|request|events N DIR [MS]\n");
        return 2;
    }
    if (strcmp(argv[1], "ring") == 0) printf("%.1f\n", ring(argv[3], count, pause_ms));
    else if (strcmp(argv[1], "request") == 0) printf("%.1f\n", request(argv[3], count));
    else if (strcmp(argv[1], "events") == 0) printf("%.0f\n", events(argv[3], count));
    else return 2;
    fflush(stdout);
    while (wait(NULL) > 0) {}
    return 0;
}
