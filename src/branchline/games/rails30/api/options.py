"""The options of 30 Rails."""

from __future__ import annotations

from branchline.core.options import Option
from branchline.core.text import Text

OPTIONS = (Option("variant", ("standard", "shares"), Text("rails30.option_variant")),)
