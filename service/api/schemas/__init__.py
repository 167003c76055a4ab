"""What people send, as marshmallow reads it."""
