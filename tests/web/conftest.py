"""What is kept beside plays goes into a folder of the test."""

from tests.cli.conftest import state_folder

__all__ = ["state_folder"]
