"""A night that was played: its report, any event of it, disputes, what is put right; and the standings."""
