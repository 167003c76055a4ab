"""What is written of a night or a season, in every form: text, page, print, tables, ledger."""
