"""What keeps a book and its server running: addresses and certificates, jobs and messages, health, backups and secrets."""
