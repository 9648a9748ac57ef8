"""Moves a process that a test started to the test's instant; there the time goes on.

Python imports this before the program. All processes of a test share one difference to the machine's
clock, so that whichever starts later does not fall behind.
"""

import os
import sys
from datetime import timedelta

# The library brings a plugin for pytest, and the settings take a process that has pytest for a test.
sys.modules["pytest"] = None
import time_machine  # noqa: E402

del sys.modules["pytest"]

time_machine.travel(timedelta(seconds=float(os.environ["SECONDS_AHEAD"])), tick=True).start()
