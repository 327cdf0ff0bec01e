"""`python -m sandtable` is the `sandtable` command."""

import sys

from sandtable.cli.main import main

sys.exit(main())
