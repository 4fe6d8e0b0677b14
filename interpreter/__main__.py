"""`python -m interpreter` is the command `rulewright`."""

from interpreter.cli.main import main

main()
