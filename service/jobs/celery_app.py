"""The Celery application: one task for each kind of job, a queue for each, and no truth of its own.

A message only says that a job is due. Messages may be lost, repeated or late: the job's row decides.
"""

from __future__ import annotations

from celery import Celery, Task, shared_task

from service.app.running.health import EVERY_SECONDS
from service.book.job_kinds import JOB_KINDS, QUEUES, REMIND, SETTLE, queue_of
from service.jobs.working import Worker

# A broker that does not answer is given up soon: the row stays, and a sweeper sends again.
ANSWER_SECONDS = 5
# The task by which the clock asks for the reminders of the day. Asked again, it asks for nothing.
ASK_FOR_REMINDERS = "ask_for_reminders"
ASK_EVERY_SECONDS = 600.0


def queue_named(queue: str) -> str:
    """The name of a queue at the broker, which other programs may use too."""
    return f"chipbook.{queue}"


class AtWork(Celery):  # type: ignore[misc]
    """The application of one process. In a worker's process it has a worker that does the jobs."""

    def __init__(self, redis_url: str, worker: Worker | None = None) -> None:
        super().__init__("chipbook", broker=redis_url, set_as_current=worker is not None)
        self.chipbook_worker = worker
        self.conf.update(
            task_queues={queue_named(queue): {} for queue in QUEUES},
            task_default_queue=queue_named(queue_of(SETTLE)),
            task_create_missing_queues=False,
            task_ignore_result=True,
            task_serializer="json",
            accept_content=["json"],
            # The row is claimed and renewed; Redis does not need to know who works on what.
            task_acks_late=False,
            worker_prefetch_multiplier=1,
            worker_hijack_root_logger=False,
            worker_send_task_events=False,
            # The clock shows in time that it runs.
            beat_max_loop_interval=EVERY_SECONDS,
            broker_connection_retry_on_startup=True,
            broker_connection_max_retries=None,
            # Nothing is kept at the broker, so nothing there has to be cleaned up.
            result_expires=None,
            beat_schedule={
                ASK_FOR_REMINDERS: {
                    "task": ASK_FOR_REMINDERS,
                    "schedule": ASK_EVERY_SECONDS,
                    # While no worker takes them, they do not pile up.
                    "options": {"queue": queue_named(queue_of(REMIND)), "expires": ASK_EVERY_SECONDS},
                }
            },
            broker_transport_options={
                # Queues are looked at in the order in which they are named, and not in turn.
                "queue_order_strategy": "priority",
                "socket_connect_timeout": ANSWER_SECONDS,
                "socket_timeout": ANSWER_SECONDS,
                "max_retries": 1,
                "interval_start": 0,
            },
        )

    def send(self, kind: str, club: str, key: str) -> None:
        """Sends the message that a job of the club is due. Raises if the broker does not take it."""
        self.send_task(kind, args=(club, key), queue=queue_named(queue_of(kind)), retry=False)


def _do(task: Task, club: str, key: str) -> None:
    """Does the job, whose kind is the name of the task."""
    task.app.chipbook_worker.run(club, key, task.name)


for _kind in JOB_KINDS:
    shared_task(name=_kind.name, bind=True)(_do)


@shared_task(name=ASK_FOR_REMINDERS, bind=True)
def ask_for_reminders(self: Task) -> None:
    """Asks for the reminders of the day; the sweeper announces them."""
    self.app.chipbook_worker.ask_for_reminders()
