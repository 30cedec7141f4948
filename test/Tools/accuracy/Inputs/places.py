# Fails unless the file has a place for each table, and no other.
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    found = re.findall(r"<!-- table: ([\w-]+) -->.*?<!-- end -->", file.read(), re.S)
assert sorted(found) == sorted(sys.argv[2:]), found
