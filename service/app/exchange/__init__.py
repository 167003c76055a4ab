"""What comes from other programs and goes to them: logs, results, histories, debts, games, whole nights."""
