"""What the book proves: a night verified, judged again, looked into at any event, and signed in receipts."""
