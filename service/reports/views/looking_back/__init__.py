"""What the book proves: judgements, differences of two versions, moments of a night, receipts, disputes, what holds."""
