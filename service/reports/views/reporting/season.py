"""How the players of a club stand over many nights, and how each of them got there."""

from __future__ import annotations

from service.reports.season import PlayerSeason, Standings

__all__ = ["PlayerSeason", "Standings"]
