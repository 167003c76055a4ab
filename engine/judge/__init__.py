"""The rules lawyer: says who wins what with the cards on a table, and by which rule; records nothing."""

from engine.judge.case import Case, Judgement, Seen, TarokDeal
from engine.judge.judging import judge

__all__ = ["Case", "Judgement", "Seen", "TarokDeal", "judge"]
