"""The reference: a text for each topic, the same at `chipbook help TOPIC`, at `/help/TOPIC` and in the repository."""

from service.language.help.reading import TOPICS, Topic, every_topic, passages_on, topic

__all__ = ["TOPICS", "Topic", "every_topic", "passages_on", "topic"]
