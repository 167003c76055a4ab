"""POST /nights/{night}/commands: everything a person can do, one act at a time."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from cli.backend import spoken_commands
from engine import commands, errors
from engine.commands import STORED_AS
