"""Tells a webhook of an event. What the receiver does not take is tried again for a day."""

from __future__ import annotations

from dataclasses import replace

from service.app.running.deliver import Message, deliver
from service.recording.outbox import PING
from service.store.jobs import Job
from service.store.tries import Effort
from service.tasks.context import JobContext


def deliver_webhook(context: JobContext, job: Job) -> Effort:
    """Delivers the event that the job names; done again, the receiver gets the same id."""
    message = Message(club=job.club, webhook=job.webhook, key=job.key, event=job.event, occurred_at=job.occurred_at)
    if job.event != PING:
        message = replace(message, night=job.night, version=job.version)
    return deliver(context.book(), message, is_last_try=job.is_last_try)
