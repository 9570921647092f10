# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What Surefire prints when a test class begins and ends."""

import re

BEGUN = re.compile(r"Running (?P<name>(?:dev|org)\.[\w.$]+)$")
ENDED = re.compile(r"Tests run: .*Time elapsed: (?:(?P<seconds>[\d.,]+) s)?.* -- in (?P<name>[\w.$]+)")
