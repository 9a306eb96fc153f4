"""Threads that share the work of one call, and the lock of what they work on; for the other modules, in Cython."""

import os

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

cdef enum:
    KEPT = 64             # idle threads that are not ended


cdef struct gb_helper:
    gb_helper* next
    gb_job* job
    int number
    PyThread_type_lock wake


cdef PyThread_type_lock pool = PyThread_allocate_lock()
cdef gb_helper* idle = NULL
cdef int idlers = 0
# Forks that led to this process, and the thread that lived on in the last of them.
cdef unsigned int forks = 0
cdef unsigned long survivor = 0


cdef unsigned int process_number() noexcept nogil:
    return forks


def _forked():
    """In the child: only the thread that forked is left, and locks that others held will never be released."""
    global pool, idle, idlers, forks, survivor
    pool = PyThread_allocate_lock()
    idle = NULL
    idlers = 0
    forks += 1
    survivor = PyThread_get_thread_ident()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


cdef void help_out(void* given) noexcept nogil:
    """What a helper's thread runs."""
    global idle, idlers
    cdef gb_helper* me = <gb_helper*>given
    cdef gb_job* job
    cdef bint ends = False
    while not ends:
        PyThread_acquire_lock(me.wake, 1)
        job = me.job
        job.task(job, job.what, me.number)
        PyThread_acquire_lock(pool, 1)
        ends = idlers >= KEPT
        if not ends:
            me.next = idle
            idle = me
            idlers += 1
        job.running -= 1
        if job.running == 0:
            PyThread_release_lock(job.finished)
        PyThread_release_lock(pool)
    PyThread_free_lock(me.wake)
    free(me)


cdef gb_helper* new_helper() noexcept nogil:
    """A thread that waits for work; NULL where there can be no more."""
    cdef gb_helper* helper = <gb_helper*>calloc(1, sizeof(gb_helper))
    if helper == NULL:
        return NULL
    helper.wake = PyThread_allocate_lock()
    if helper.wake == NULL:
        free(helper)
        return NULL
    PyThread_acquire_lock(helper.wake, 1)
    if gb_start_thread(help_out, helper) < 0:
        PyThread_free_lock(helper.wake)
        free(helper)
        return NULL
    return helper


cdef extern from *:
    """
    static int gb_start_thread(void (*run)(void *), void *given)
    {
        return PyThread_start_new_thread(run, given) == (unsigned long)-1 ? -1 : 0;
    }
    """
    int gb_start_thread(void (*run)(void*) noexcept nogil, void* given) noexcept nogil


cdef void engage(gb_job* job, int helpers) noexcept nogil:
    """Set up to `helpers` threads to work. Fewer come if no more can be started."""
    global idle, idlers
    cdef gb_helper* helper
    cdef int k
    for k in range(helpers):
        PyThread_acquire_lock(pool, 1)
        helper = idle
        if helper != NULL:
            idle = helper.next
            idlers -= 1
        PyThread_release_lock(pool)
        if helper == NULL:
            helper = new_helper()
            if helper == NULL:
                return
        helper.job = job
        helper.number = k + 1
        PyThread_acquire_lock(pool, 1)
        job.running += 1
        PyThread_release_lock(pool)
        PyThread_release_lock(helper.wake)


cdef bint hear(gb_job* job) noexcept nogil:
    with gil:
        (<Job>job.caller).heard()
    return gb_peek(&job.stop)


cdef class Job:

    cdef void heard(self) noexcept:
        """Let signal handlers run, and tell `progress`. What they raise is kept, and stops the work."""
        try:
            PyErr_CheckSignals()
            if self.progress is not None and self.work.done != self.told:
                self.told = self.work.done
                self.progress(self.told)
            if self.halt is not None and self.halt.halted:
                raise RuntimeError("halted")
            if self.helpers and self.process != forks:
                raise RuntimeError("the process forked while threads were at work on this call: the child has none of them")
        except BaseException as error:
            if self.error is None:
                self.error = error
            gb_poke(&self.work.stop, 1)

    cdef int run(self, gb_task task, void* what, int64_t units, int64_t piece, int threads, object progress) except -1:
        """Do `task` in this thread and up to `threads` - 1 more, then raise what went wrong: in a handler, `progress` or for want of memory.

        Returns when every thread has left off, and not before, whatever happens.
        """
        cdef gb_job* job = &self.work
        cdef bint over
        job.end = units
        job.piece = piece
        job.owner = PyThread_get_thread_ident()
        job.due = gb_milliseconds() + GB_HEARD_EVERY
        job.caller = <void*>self
        job.hear = hear
        job.task = task
        job.what = what
        self.progress = progress
        job.reports = progress is not None
        self.process = forks
        self.helpers = <int>min(<int64_t>threads, (units + piece - 1) // piece) - 1
        if self.helpers < 0:
            self.helpers = 0
        if self.helpers:
            job.claims = PyThread_allocate_lock()
            job.finished = PyThread_allocate_lock()
            if job.claims == NULL or job.finished == NULL:
                self.helpers = 0
            else:
                PyThread_acquire_lock(job.finished, 1)
        with nogil:
            # One more than there are, so that none of the helpers is the last before all are there.
            job.running = 1
            engage(job, self.helpers)
            task(job, what, 0)
        if job.finished != NULL:
            with nogil:
                PyThread_acquire_lock(pool, 1)
                job.running -= 1
                over = job.running == 0
                PyThread_release_lock(pool)
            while not over and self.process == forks:
                with nogil:
                    over = PyThread_acquire_lock_timed(job.finished, 1000 * GB_HEARD_EVERY, 0) == PY_LOCK_ACQUIRED
                if not over:
                    self.heard()
        if self.process == forks or not self.helpers:
            if job.claims != NULL:
                PyThread_free_lock(job.claims)
            if job.finished != NULL:
                PyThread_free_lock(job.finished)
        if progress is not None and self.error is None and job.done != self.told:
            self.heard()
        self.progress = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        if job.no_memory:
            raise MemoryError()
        return 0


cdef class Lock:

    def __cinit__(self):
        self.inner = PyThread_allocate_lock()
        if self.inner == NULL:
            raise MemoryError()
        self.process = forks

    def __dealloc__(self):
        if self.inner != NULL:
            PyThread_free_lock(self.inner)

    cdef int take(self, bint writing) except -1:
        """Wait for the lock; signals are heard meanwhile. Raises RuntimeError where the wait could not end."""
        cdef unsigned long me = PyThread_get_thread_ident()
        cdef PyThread_type_lock fresh
        cdef bint taken
        if self.process != forks:
            if self.owner == 0 or self.owner != survivor:
                # Whoever held it, or was about to, did not come along to this process. The old lock may be held for good.
                fresh = PyThread_allocate_lock()
                if fresh == NULL:
                    raise MemoryError()
                self.inner = fresh
                self.torn |= self.owner != 0 and self.writing
                self.owner = 0
            self.process = forks
        taken = PyThread_acquire_lock(self.inner, 0)
        while not taken:
            if self.owner == me:
                raise RuntimeError("this thread is in the middle of a call of the same object: a signal handler or another function "
                                   "called back from it cannot use the object before that call is over")
            with nogil:
                taken = PyThread_acquire_lock_timed(self.inner, 1000 * GB_HEARD_EVERY, 0) == PY_LOCK_ACQUIRED
            if not taken:
                PyErr_CheckSignals()
        self.owner = me
        self.writing = writing
        if self.torn:
            self.give()
            raise RuntimeError("another thread was changing this object when the process forked: the child cannot use its copy")
        return 0

    cdef void give(self) noexcept:
        self.owner = 0
        self.writing = False
        PyThread_release_lock(self.inner)

    def __enter__(self):
        self.take(False)
        return self

    def __exit__(self, *_):
        # A call that never took it has nothing to give.
        if self.owner == PyThread_get_thread_ident():
            self.give()
