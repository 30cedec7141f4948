"""The form of the remarks, as README describes it."""

import re

FLAG = "[-Rpass-analysis=takt]"

# file:line:column: remark: <message> [-Rpass-analysis=takt]
LINE = re.compile(r"^(?P<where>.*?): remark: (?P<message>.*) \[-Rpass-analysis=takt\]$")
# 4.00 cycles per iteration on skylake (...), bound by ...
CYCLES = re.compile(r"^(?:[a-z ]+: )?\d+\.\d\d cycles per (?:source )?iteration")
# loop not modelled: call to printf
NOT_MODELLED = re.compile(r"not modelled")


class Remarks:
    """Takt's remarks in what a compiler wrote to its standard error."""

    def __init__(self, text):
        self.modelled, self.not_modelled, self.malformed = [], [], []
        for line in text.splitlines():
            m = LINE.match(line)
            if m and CYCLES.match(m.group("message")):
                self.modelled.append(line)
            elif m and NOT_MODELLED.search(m.group("message")):
                self.not_modelled.append(line)
            elif FLAG in line or "remark:" in line:
                self.malformed.append(line)

    def __len__(self):
        return len(self.modelled) + len(self.not_modelled)
