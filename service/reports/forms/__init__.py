"""Tables, declared once and written as text, HTML and CSV: for reports, and for the screen."""
