import os

import lit.formats

config.name = "sample"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".test"]
config.test_source_root = config.test_exec_root = os.path.dirname(__file__)
