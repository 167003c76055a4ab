"""The reference: a text for each topic, the same at `chipbook help TOPIC`, at `/help/TOPIC` and in the repository."""

from service.help.reading import TOPICS, Topic, topic, topics

__all__ = ["TOPICS", "Topic", "topic", "topics"]
