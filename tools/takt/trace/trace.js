// Details, cursor and zoom. The picture itself is there without this.
"use strict";

(() => {
  // Of a row in the data; see TraceData.cpp.
  const ITERATION = 0, INSTR = 1, UOP = 2, ROLE = 3, PORT = 4, SOURCE = 5,
        ELIMINATED = 6, CYCLES = 8;
  const STAGES = ["predecoded", "delivered", "issued", "operands ready",
                  "dispatched", "executed", "retired"];
  const ISSUED = 2, READY = 3, DISPATCHED = 4, EXECUTED = 5;
  const WIDTHS = [4, 6, 8, 11, 15, 20, 26, 34];

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined)
      made.textContent = text;
    if (className)
      made.className = className;
    return made;
  };
  const cycles = n => n + (n === 1 ? " cycle" : " cycles");

  const tip = document.body.appendChild(element("div", "", "tip"));
  tip.hidden = true;
  const showTip = (x, y, head, text) => {
    tip.replaceChildren(element("b", head), document.createTextNode(text));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = Math.min(x + 14, innerWidth - box.width - 6);
    const below = y + 18 + box.height < innerHeight;
    tip.style.left = Math.max(6, left) + "px";
    tip.style.top = (below ? y + 18 : y - box.height - 12) + "px";
  };

  class Chart {
    constructor(section) {
      this.data = JSON.parse(
          section.querySelector("script[type='application/json']").textContent);
      this.chart = section.querySelector(".chart");
      this.view = section.querySelector(".view");
      this.scroll = this.chart.querySelector(".scroll");
      this.canvas = this.chart.querySelector(".canvas");
      this.list = this.chart.querySelector(".rows");
      this.rows = [...this.list.querySelectorAll(".row")];
      this.details = this.chart.querySelector(".details");
      this.cursor = this.canvas.appendChild(element("div", "", "cursor"));
      this.cursor.hidden = true;
      this.column = 0;
      this.selected = -1;
      this.index = new Map(this.data.rows.map(
          (row, n) => [this.key(row[ITERATION], row[INSTR], row[UOP]), n]));
      this.listen();
      this.firstView();
      this.chart.querySelectorAll(".tools, .keys").forEach(e => {
        e.hidden = false;
      });
    }

    key(iteration, instr, uop) { return iteration + ":" + instr + ":" + uop; }
    width() {
      return parseFloat(getComputedStyle(this.canvas).getPropertyValue("--w"));
    }
    labelWidth() {
      return this.canvas.querySelector(".label").getBoundingClientRect().width;
    }

    listen() {
      this.chart.querySelector(".tools").addEventListener("click", e => {
        const what = e.target.dataset.do;
        if (what)
          this.zoom(what);
      });
      this.canvas.addEventListener("pointermove", e => this.hover(e));
      this.canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
      this.scroll.addEventListener("scroll", () => { tip.hidden = true; },
                                   {passive: true});
      this.list.addEventListener("click", e => {
        const row = e.target.closest(".row");
        if (!row)
          return;
        this.moveCursor(this.columnAt(e.clientX));
        this.select(this.rows.indexOf(row));
      });
      this.list.addEventListener("keydown", e => this.press(e));
    }

    // Zoom
    /** All of it, as wide as it may be; else what is behind the queue. */
    firstView() {
      this.scroll.style.contentVisibility = "visible";
      const count = this.data.columns.length;
      const room = this.scroll.clientWidth - this.labelWidth() - 8;
      const fit = WIDTHS.findLast(w => w <= 26 && w * count <= room);
      if (fit > this.width())
        this.scroll.style.setProperty("--w", fit + "px");
      if (count * this.width() <= room)
        return;
      const issued = Math.min(...this.data.rows.map(r => r[CYCLES][ISSUED])
                                  .filter(cycle => cycle !== null));
      const at = this.data.columns.findIndex(cycle => cycle >= issued);
      this.scroll.scrollLeft = (at - 2) * this.width();
    }
    zoom(what) {
      const old = this.width();
      const room = this.scroll.clientWidth - this.labelWidth() - 8;
      const fit = room / this.data.columns.length;
      const wider = WIDTHS.find(w => w > old + 0.5) || WIDTHS.at(-1);
      const narrower = WIDTHS.findLast(w => w < old - 0.5) || WIDTHS[0];
      const width = what === "in" ? wider : what === "out" ? narrower
          : Math.min(Math.max(fit, 3), 34);
      const middle = (this.scroll.scrollLeft + room / 2) / old;
      this.scroll.style.setProperty("--w", width + "px");
      this.scroll.classList.toggle("tiny", width < 10);
      this.scroll.scrollLeft = middle * width - room / 2;
    }

    // Cursor and tip
    columnAt(x) {
      const left = this.canvas.getBoundingClientRect().left + this.labelWidth();
      return Math.floor((x - left) / this.width());
    }
    moveCursor(column) {
      this.column =
          Math.min(Math.max(column, 0), this.data.columns.length - 1);
      this.cursor.hidden = false;
      this.cursor.style.setProperty("--a", this.column);
    }
    hover(e) {
      if (e.pointerType === "touch")
        return;
      const row = e.target.closest(".row");
      const column = this.columnAt(e.clientX);
      if (!row || e.target.closest(".label") || column < 0 ||
          column >= this.data.columns.length) {
        tip.hidden = true;
        return;
      }
      this.moveCursor(column);
      const cycle = this.data.columns[this.column];
      const text = row.classList.contains("lane") ? this.laneText(row)
                                                  : this.stateText(row);
      showTip(e.clientX, e.clientY, "cycle " + cycle, text);
    }
    stateText(row) {
      return this.stateAt(row, this.column) || "nothing yet, or no more";
    }
    stateAt(row, column) {
      for (const part of row.querySelectorAll(".track i")) {
        const from = +part.style.getPropertyValue("--a");
        const count = +(part.style.getPropertyValue("--n") || 1);
        if (column < from || column >= from + count)
          continue;
        const state = +part.className.match(/^s(\d+)/)[1];
        const source = this.data.rows[this.rows.indexOf(row)][SOURCE];
        const name = this.data.states[state] +
            (state === 2 ? " by the " + this.data.sources[source] : "");
        const begin = this.data.columns[from];
        const end = this.data.columns[from + count] ?? this.data.endCycle;
        return end - begin > 1
            ? name + ", " + cycles(end - begin) + " from " + begin + " on"
            : name;
      }
      return "";
    }
    laneText(row) {
      const name = row.querySelector(".code").textContent;
      const now = this.data.machine[this.column];
      if (!now)
        return name;
      if (name === "delivered")
        return now[0].map((n, s) => n && n + " from the " + this.data.sources[s])
            .filter(Boolean).join(", ") || "nothing delivered";
      if (name === "issued" || name === "retired")
        return now[name === "issued" ? 1 : 2] + " fused-domain µops " + name;
      const port = this.data.ports.indexOf(name);
      return now[3].filter(d => d[0] === port)
          .map(d => name + " takes #" + d[1] + " " + this.data.instrs[d[1]].text +
                    ", iteration " + d[2])
          .join("; ") || name + " is free";
    }

    // Selection
    press(e) {
      const moves = {
        ArrowDown: () => this.select(Math.min(this.selected + 1,
                                              this.rows.length - 1)),
        ArrowUp: () => this.select(Math.max(this.selected - 1, 0)),
        Home: () => this.select(0),
        End: () => this.select(this.rows.length - 1),
        ArrowLeft: () => this.step(-1),
        ArrowRight: () => this.step(1),
        "+": () => this.zoom("in"),
        "=": () => this.zoom("in"),
        "-": () => this.zoom("out"),
        Escape: () => this.close(),
      };
      if (!moves[e.key] || e.ctrlKey || e.altKey || e.metaKey)
        return;
      e.preventDefault();
      moves[e.key]();
    }
    step(by) {
      this.moveCursor(this.column + by);
      const at = this.column * this.width();
      const room = this.scroll.clientWidth - this.labelWidth();
      if (at < this.scroll.scrollLeft)
        this.scroll.scrollLeft = at - 40;
      else if (at + 40 > this.scroll.scrollLeft + room)
        this.scroll.scrollLeft = at - room + 80;
      if (this.selected >= 0)
        this.describe();
    }
    select(n) {
      this.mark(this.selected, "selected", false);
      this.selected = n;
      this.mark(n, "selected", true);
      const row = this.rows[n];
      this.list.setAttribute("aria-activedescendant", row.id);
      this.reveal(row);
      this.describe();
    }
    /** Scrolls the chart, not the page, so that a row shows under the ruler. */
    reveal(row) {
      const box = row.getBoundingClientRect();
      const view = this.scroll.getBoundingClientRect();
      const covered = this.details.hidden || innerWidth >= 1100
          ? view.bottom
          : Math.min(view.bottom, this.details.getBoundingClientRect().top);
      if (box.top < view.top + 50)
        this.scroll.scrollTop -= view.top + 50 - box.top;
      else if (box.bottom > covered - 10)
        this.scroll.scrollTop += box.bottom - covered + 10;
    }
    mark(n, name, on) {
      const row = this.rows[n];
      if (!row)
        return;
      row.classList.toggle(name, on);
      if (name === "selected")
        row.setAttribute("aria-selected", on);
    }
    close() {
      this.mark(this.selected, "selected", false);
      this.rows.forEach(row => row.classList.remove("from", "to"));
      this.selected = -1;
      this.list.removeAttribute("aria-activedescendant");
      this.details.hidden = true;
      this.cursor.hidden = true;
      this.view.classList.remove("open");
    }

    // Details
    describe() {
      const row = this.data.rows[this.selected];
      const instr = this.data.instrs[row[INSTR]];
      const close = element("button", "×", "close");
      close.type = "button";
      close.setAttribute("aria-label", "Close details");
      close.addEventListener("click", () => {
        this.close();
        this.list.focus({preventScroll: true});
      });
      const facts = ["iteration " + row[ITERATION], "#" + row[INSTR], row[ROLE],
                     row[PORT] >= 0 && this.data.ports[row[PORT]],
                     row[ELIMINATED] && "by the renamer",
                     instr.line ? "line " + instr.line : instr.address];
      this.details.replaceChildren(
          close, element("h4", instr.text),
          element("p", facts.filter(Boolean).join(" · "), "about"));
      if (instr.fused)
        this.details.append(
            element("p", "Fused with the instruction before it, whose µops " +
                             "are those of both."));
      this.describeNow();
      this.describeStages(row);
      this.describeOperands(row, instr);
      this.details.hidden = false;
      this.view.classList.add("open");
    }
    describeNow() {
      if (this.cursor.hidden)
        return;
      const state = this.stateAt(this.rows[this.selected], this.column);
      if (state)
        this.details.append(element(
            "p", "In cycle " + this.data.columns[this.column] + ": " + state));
    }
    describeStages(row) {
      const list = element("dl");
      let before = null;
      row[CYCLES].forEach((cycle, stage) => {
        if (cycle === null)
          return;
        const name = STAGES[stage] +
            (stage === 1 ? " by " + this.data.sources[row[SOURCE]] : "");
        list.append(element("dt", name), element("dd", String(cycle)),
                    element("dd", before === null ? "" : "+" + (cycle - before)));
        before = cycle;
      });
      this.details.append(list);
    }
    describeOperands(row, instr) {
      this.rows.forEach(r => r.classList.remove("from", "to"));
      const operands = instr.operands.filter(o => o[0] === row[UOP])
          .map(([, from, uop, distance, latency, name]) => {
            const iteration = row[ITERATION] - distance;
            const n = this.index.get(this.key(iteration, from, uop));
            const sent = n === undefined
                ? null
                : this.data.rows[n][CYCLES][DISPATCHED] ??
                    this.data.rows[n][CYCLES][EXECUTED];
            return {from, iteration, name, n,
                    there: sent === null ? null : sent + latency};
          });
      if (operands.length) {
        const last = this.lastOperand(operands, row[CYCLES][READY]);
        const list = element("ul");
        for (const o of operands)
          list.append(this.operand(o, operands.length > 1 && o === last));
        this.details.append(element("h5", "Reads"), list);
      }
      this.data.rows.forEach((other, n) => {
        const reads = this.data.instrs[other[INSTR]].operands.some(
            ([uop, from, fromUop, distance]) => uop === other[UOP] &&
                from === row[INSTR] && fromUop === row[UOP] &&
                other[ITERATION] - distance === row[ITERATION]);
        if (reads)
          this.mark(n, "to", true);
      });
    }
    /** The one that comes last; undefined where that cannot be told. */
    lastOperand(operands, ready) {
      const known = operands.filter(o => o.there !== null);
      const latest = Math.max(...known.map(o => o.there));
      const others = operands.filter(o => o.there === null);
      // One of an iteration that is not shown came after all that are.
      if (others.length && !(latest + 1 >= ready))
        return others.length === 1 ? others[0] : undefined;
      return known.find(o => o.there === latest);
    }
    operand(o, last) {
      const item = element("li");
      const text = o.name + " of #" + o.from + " " +
          this.data.instrs[o.from].text + ", iteration " + o.iteration;
      if (o.n === undefined) {
        item.append(element("span", text));
        if (last)
          item.append(element("span", ", the last", "last"));
        return item;
      }
      this.mark(o.n, "from", true);
      const go = element("button", text);
      go.type = "button";
      go.addEventListener("click", () => {
        this.select(o.n);
        this.list.focus({preventScroll: true});
      });
      item.append(go);
      if (o.there !== null)
        item.append(element("span", " there in cycle " + o.there +
                                        (last ? ", the last" : ""),
                            last ? "last" : ""));
      return item;
    }
  }

  const loops = [...document.querySelectorAll(".loop")];
  // Each when it comes into view: a page can have hundreds.
  const watch = new IntersectionObserver(entries => {
    for (const {isIntersecting, target} of entries)
      if (isIntersecting) {
        watch.unobserve(target);
        new Chart(target);
      }
  }, {rootMargin: "600px"});
  if (loops.length > 1) {
    const list = element("ol");
    for (const loop of loops) {
      const link = element("a");
      link.href = "#" + loop.id;
      link.append(element("b", loop.dataset.cycles),
                  element("span", loop.dataset.name));
      list.appendChild(element("li")).append(link);
    }
    const nav = document.querySelector("nav");
    nav.append(list);
    nav.hidden = false;
  }
  loops.forEach(loop => watch.observe(loop));
})();
