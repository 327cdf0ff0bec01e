"""Scenarios that say what a rules engine must do. See docs/conformance.md."""
