"""The form of the remarks, as README describes it."""

import re

FLAG = "[-Rpass-analysis=takt]"

# file:line:column: remark: <message> [-Rpass-analysis=takt]
LINE = re.compile(r"^(?P<where>.+?): remark: (?P<message>.+) \[-Rpass-analysis=takt\]$")
WHERE = re.compile(r"^.+:\d+:\d+$")
ROLE = r"(?:(?:vector body|unrolled|remainder|vector remainder|peeled|empty): )?"
# vector body: 4.00 cycles per iteration (1.00 per source iteration, 4 at a
# time) on skylake (generic), bound by ...; ...
CYCLES = re.compile(
    ROLE + r"\d+\.\d\d cycles per iteration"
    r"(?: along one path of many \((?:\d+|less than 1) % of iterations\))?"
    r"(?: \(\d+\.\d{2,4} per source iteration, \d+ at a time\))?"
    r" on [-\w.]+(?: \(generic\))?, bound by \S.*"
)
# loop not modelled: call to printf
NOT_MODELLED = re.compile(ROLE + r"loop not modelled: \S.*")


class Remarks:
    """Takt's remarks in what a compiler wrote to its standard error."""

    def __init__(self, text):
        self.modelled, self.not_modelled, self.malformed = [], [], []
        for line in text.splitlines():
            m = LINE.match(line)
            if m and WHERE.match(m["where"]) and CYCLES.fullmatch(m["message"]):
                self.modelled.append(line)
            elif m and WHERE.match(m["where"]) and NOT_MODELLED.fullmatch(m["message"]):
                self.not_modelled.append(line)
            elif FLAG in line or "remark:" in line:
                self.malformed.append(line)

    def __len__(self):
        return len(self.modelled) + len(self.not_modelled)
