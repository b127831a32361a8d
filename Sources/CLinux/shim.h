#ifndef PERSONALIZE_CLINUX_SHIM_H
#define PERSONALIZE_CLINUX_SHIM_H

/* What Linux has to build an event loop from, and Swift's Glibc lacks. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#endif
