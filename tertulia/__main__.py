"""python -m tertulia is the command tertulia."""

import sys

from tertulia import main

sys.exit(main())
