"""Tests of where work runs."""
