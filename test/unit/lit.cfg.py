# The GoogleTest programs of takt_add_unittest, one lit test each TEST().

import os

import lit.formats

config.name = "takt-unit"
config.suffixes = []
config.test_source_root = os.path.join(config.takt_build_dir, "test", "unit")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.environment.pop("TAKT_OPTIONS", None)
