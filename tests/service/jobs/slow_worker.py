"""A real worker's process whose jobs can be stopped in the middle: every act has a stopping version.

The arguments are the database, the broker, the home folder, how often to sweep, the kind of job that is slow, and `before`
or `after`: whether the first worker to do it stops before anything is done, or after all is done and before it is reported.
"""

import sys
import time
from pathlib import Path

from service.book.store.jobs import Job, Jobs
from service.book.store.schema import open_book
from service.jobs.serving import work_for_broker
from service.jobs.working import ACTS, Act, JobContext, Worker

# Short if a worker is to be killed; otherwise a busy machine must not look like a dead worker.
LEASE_SECONDS = 3
LONG = 600


def stopping(act: Act, when: str) -> Act:
    """The act; the first worker that does it stops in the middle until it is killed."""

    def stop(context: JobContext, job: Job) -> None:
        mark = context.home / f"stopped-{job.kind}"
        try:
            mark.touch(exist_ok=False)
            first = True
        except FileExistsError:
            first = False
        if first and when == "before":
            time.sleep(LONG)
        act(context, job)
        if first:
            (context.home / f"done-{job.kind}").touch()
            time.sleep(LONG)

    return stop


def main(database_url: str, redis_url: str, home: str, sweep_seconds: str, slow: str = "", when: str = "") -> None:
    acts = {kind: stopping(act, when) if kind == slow else act for kind, act in ACTS.items()}
    database = open_book(database_url)
    jobs = Jobs(database, lease_seconds=LEASE_SECONDS) if slow else Jobs(database)
    worker = Worker(JobContext(database, Path(home)), jobs, acts=acts, wait_seconds=(0,))
    work_for_broker(worker, redis_url, sweep_seconds=float(sweep_seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
