"""A game judged decision by decision: what luck did, what each decision cost, and what would have been better."""

from __future__ import annotations

from branchline.review.report import Report, read_report
from branchline.review.reviewing import review

__all__ = ["Report", "read_report", "review"]
