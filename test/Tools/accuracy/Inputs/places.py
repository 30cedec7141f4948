# Fails unless the files in front of -- have a place for each table behind it, and
# no other.
import re
import sys

files, tables = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
found = []
for name in files:
    with open(name, encoding="utf-8") as file:
        found += re.findall(r"<!-- table: ([\w-]+) -->.*?<!-- end -->", file.read(), re.S)
assert sorted(found) == sorted(tables), found
