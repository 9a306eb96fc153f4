"""Threads that share the work of one call, and the lock of what they work on.

No call returns or raises before all of its threads have left off: they write into memory that is the caller's. They are native
threads that never need the GIL, so nothing that Python does (a signal handler that raises, an exit, a collection) comes between.
"""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    static inline long long gb_milliseconds(void) { return (long long)GetTickCount64(); }
    #else
    #include <time.h>
    static inline long long gb_milliseconds(void)
    {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    }
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
    #define gb_peek(p) (*(const volatile int *)(p))
    #define gb_poke(p, n) (*(volatile int *)(p) = (n))
    #else
    #define gb_peek(p) __atomic_load_n((p), __ATOMIC_RELAXED)
    #define gb_poke(p, n) __atomic_store_n((p), (n), __ATOMIC_RELAXED)
    #endif
    """
    long long gb_milliseconds() noexcept nogil
    int gb_peek(const int* flag) noexcept nogil
    void gb_poke(int* flag, int n) noexcept nogil

cdef extern from "pythread.h" nogil:
    ctypedef void* PyThread_type_lock
    ctypedef long long PY_TIMEOUT_T
    ctypedef enum PyLockStatus:
        PY_LOCK_FAILURE
        PY_LOCK_ACQUIRED
        PY_LOCK_INTR
    unsigned long PyThread_get_thread_ident()
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock)
    int PyThread_acquire_lock(PyThread_type_lock, int wait)
    PyLockStatus PyThread_acquire_lock_timed(PyThread_type_lock, PY_TIMEOUT_T microseconds, int interruptible)
    void PyThread_release_lock(PyThread_type_lock)


cdef enum:
    GB_HEARD_EVERY = 20   # milliseconds between two looks for signals


# The work of one call: units numbered `next` to `end` - 1, claimed `piece` at a time.
cdef struct gb_job:
    int stop                     # leave off: what is done no longer counts
    int no_memory                # what a task sets when it has none; it stops the job
    int64_t next
    int64_t end
    int64_t piece
    int64_t done                 # units finished
    bint reports                 # the calling thread is to hear `done` after each claim
    unsigned long owner          # the thread that called
    long long due                # when it next looks for signals
    void* caller                 # the `Job`, for the calling thread alone
    bint (*hear)(gb_job* job) noexcept nogil
    void (*task)(gb_job* job, void* what, int number) noexcept nogil
    void* what
    int running                  # helpers at work
    PyThread_type_lock claims    # NULL for one thread
    PyThread_type_lock finished  # released by the last helper


# What each thread of a call does: claim units until there are none. `number` is 0 in the calling thread, 1 and up in the helpers.
ctypedef void (*gb_task)(gb_job* job, void* what, int number) noexcept nogil


cdef inline bint left_off(gb_job* job) noexcept nogil:
    """Whether to stop at once. To be asked every few milliseconds or oftener; in the calling thread it hears signals."""
    cdef long long now
    if job == NULL:
        return False
    if gb_peek(&job.stop):
        return True
    if PyThread_get_thread_ident() != job.owner:
        return False
    now = gb_milliseconds()
    if now < job.due:
        return False
    job.due = now + GB_HEARD_EVERY
    return job.hear(job)


cdef inline int64_t claimed(gb_job* job, int64_t finished, int64_t* first) noexcept nogil:
    """Claim the next units, the first of them into `first`; returns how many, 0 if there is nothing to do. `finished`: units done since."""
    cdef int64_t count
    if job.claims != NULL:
        PyThread_acquire_lock(job.claims, 1)
    job.done += finished
    first[0] = job.next
    count = min(job.piece, job.end - job.next)
    job.next += count
    if job.claims != NULL:
        PyThread_release_lock(job.claims)
    if finished and job.reports and PyThread_get_thread_ident() == job.owner:
        job.hear(job)
    return 0 if left_off(job) else count


cdef inline void out_of_memory(gb_job* job) noexcept nogil:
    gb_poke(&job.no_memory, 1)
    gb_poke(&job.stop, 1)


cdef class Job:
    """One call's `gb_job` and what may go wrong with it."""
    cdef gb_job work
    cdef object progress
    cdef object halt       # None, or what says by its `halted` that nobody waits any more
    cdef object error
    cdef int64_t told
    cdef unsigned int process
    cdef int helpers

    cdef void heard(self) noexcept
    cdef int run(self, gb_task task, void* what, int64_t units, int64_t piece, int threads, object progress) except -1


cdef class Lock:
    """What one call at a time holds. `with lock:` in Python, `take()` and `give()` in Cython."""
    cdef PyThread_type_lock inner
    cdef unsigned long owner      # 0: nobody
    cdef unsigned int process     # the last one that took it
    cdef bint writing             # the owner changes what the lock guards
    cdef bint torn                # a fork left it half changed

    cdef int take(self, bint writing) except -1
    cdef void give(self) noexcept


cdef unsigned int process_number() noexcept nogil
