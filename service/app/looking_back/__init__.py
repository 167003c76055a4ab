"""After the evening: reports and standings in every form, verifications, and signed receipts."""
