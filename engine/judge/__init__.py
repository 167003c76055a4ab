"""The rules lawyer: says who wins what with the cards on a table, and by which rule; records nothing."""

from engine.judge.case import Case, CasePlayer, Judgement, TarokDeal
from engine.judge.judging import judge

__all__ = ["Case", "CasePlayer", "Judgement", "TarokDeal", "judge"]
