"""Whether the rules under test are those that a C compiler made."""

from __future__ import annotations

import pytest

from engine import folding

COMPILED = not (folding.__file__ or "").endswith(".py")
# Compiled code calls what it was compiled with, whatever a test puts in its place.
replaces_what_is_compiled = pytest.mark.skipif(COMPILED, reason="it puts something else in the place of compiled code")
