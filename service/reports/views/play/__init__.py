"""The screens of a night that is played: the bank's with everything it may do, a player's own, the lines at the prompt."""
