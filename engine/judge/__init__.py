"""The rules lawyer: says of cards on a table who wins what and by which rule; nothing is recorded."""

from engine.judge.case import Case, Seen, TarokDeal
from engine.judge.judgement import Judgement
from engine.judge.judging import judge

__all__ = ["Case", "Judgement", "Seen", "TarokDeal", "judge"]
