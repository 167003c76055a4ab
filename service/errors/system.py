"""Why the system could not read or write a file, or open a port, in the language of whoever reads it."""

import errno

from engine.speech import say, to_say

_REASONS = {
    errno.ENOENT: to_say("No such file or directory"),
    errno.EISDIR: to_say("Is a directory"),
    errno.ENOTDIR: to_say("Not a directory"),
    errno.EACCES: to_say("Permission denied"),
    errno.EPERM: to_say("Operation not permitted"),
    errno.EEXIST: to_say("File exists"),
    errno.ENOSPC: to_say("No space left on device"),
    errno.EROFS: to_say("Read-only file system"),
    errno.ENAMETOOLONG: to_say("File name too long"),
    errno.EADDRINUSE: to_say("Address already in use"),
    errno.EADDRNOTAVAIL: to_say("Cannot assign requested address"),
    errno.ECONNREFUSED: to_say("Connection refused"),
}


def reason_of(problem: OSError) -> str:
    """The reason without a full stop; in English the system's own words, and so elsewhere if they have no translation."""
    reason = _REASONS.get(problem.errno or 0)
    return say(reason) if reason else problem.strerror or str(problem)
