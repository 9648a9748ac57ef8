"""Moves the clock of a process that a test started to the test's instant, from where it runs on.

Python imports this before the program. All processes of a test share one offset to the real clock, so that
those started later do not lag behind.
"""

import os
import sys
from datetime import timedelta

# The library brings a pytest plugin, and the settings take any process that has pytest for a test.
sys.modules["pytest"] = None
import time_machine  # noqa: E402

del sys.modules["pytest"]

time_machine.travel(timedelta(seconds=float(os.environ["SECONDS_AHEAD"])), tick=True).start()
