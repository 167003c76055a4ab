"""What every HTTP server needs, whatever it serves: connections, live sockets, bodies, limits, and the parts of Flask."""
