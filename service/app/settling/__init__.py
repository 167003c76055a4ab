"""What is owed once a night is closed: plans, payments, standing accounts, how people are paid, and reminders."""
