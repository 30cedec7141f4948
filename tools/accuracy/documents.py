# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Documents with places for tables."""

import os
import re

import truth

DOCUMENTS = [os.path.join(truth.ROOT, "docs", name) for name in ("accuracy.md", "accuracy-intel.md")]


class Documents:
    """Tables stand between "<!-- table: name -->" and "<!-- end -->", each in one of
    the documents."""

    def __init__(self, paths):
        self.texts = {}
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self.texts[path] = file.read()

    def replace(self, name, table):
        pattern = re.compile(rf"(<!-- table: {name} -->\n).*?(<!-- end -->\n)", re.S)
        places = [(path, place) for path, text in self.texts.items()
                  for place in pattern.finditer(text)]
        if len(places) != 1:
            raise truth.Failure(f"{', '.join(self.texts)}: there must be one "
                                f"'<!-- table: {name} -->' with an end")
        path, place = places[0]
        text = self.texts[path]
        self.texts[path] = text[:place.end(1)] + table + text[place.start(2):]

    def write(self):
        for path, text in self.texts.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
