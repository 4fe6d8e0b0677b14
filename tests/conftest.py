"""The rules files in here are material for tests, many of them wrong on purpose: our own plugin leaves them alone."""

collect_ignore_glob = ["*.rules"]
