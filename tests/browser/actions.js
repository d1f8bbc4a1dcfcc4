/**
 * Random actions on the page, as events of its controls, and what the page shows, as text.
 *
 * Evaluated in the page by test_state.py: `actions(random)` are the actions, `shown(window)` is what can be seen.
 */
({
  /** A generator of random numbers below a limit; the same for the same seed. */
  random(seed) {
    let state = seed >>> 0;
    return (limit) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) % limit;
    };
  },

  actions(random) {
    const at = (id) => document.getElementById(id);
    const one = (list) => list[random(list.length)];
    const click = (element) => element && !element.disabled && element.click();
    const choose = (id, most = Infinity) => {
      const options = [...at(id).options].filter((option) => !option.disabled && !option.parentElement.disabled).slice(0, most);
      if (!options.length || at(id).disabled) return "";
      at(id).value = one(options).value;
      at(id).dispatchEvent(new Event("change"));
      return at(id).value;
    };
    const views = () => [...document.querySelectorAll(".panel:not([hidden]) .view")];
    const pointer = (view, kind, x, y) => view.dispatchEvent(new PointerEvent(kind, {
      bubbles: true, pointerId: 7, pointerType: "mouse", clientX: x, clientY: y, button: 0,
    }));
    const somewhere = (view) => {
      const box = view.getBoundingClientRect();
      return [box.left + random(Math.ceil(box.width)), box.top + random(Math.ceil(box.height))];
    };
    const key = (view, name) => view.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    const small = ["race", "own", "recursion", "bordered", "breadth-first", "shut", "every-path", "knight", "routes", "barrier", "exits", "torus", "hills"];
    return {
      question: () => choose("question"),
      by: () => choose("by"),
      beside: () => at("question").value !== "play" && choose("beside"), // who walks is not offered it
      run: () => click(at("run")),
      again: () => click(at("run")),
      step: () => click(at(one(["first", "back", "forward", "last", "play"]))),
      scrub: () => {
        at("scrub").value = random(Number(at("scrub").max) + 1);
        at("scrub").dispatchEvent(new Event("input"));
      },
      speed: () => choose("speed"),
      pace: () => choose("pace"),
      words: () => choose("in-cells"),
      language: () => choose("language"),
      tool: () => {
        const tool = one([...document.querySelectorAll("[name=tool]")]);
        tool.checked = true;
        tool.dispatchEvent(new Event("change", { bubbles: true }));
        return tool.value;
      },
      cost: () => choose("cost"),
      stroke: () => {
        const view = one(views());
        pointer(view, "pointerdown", ...somewhere(view));
        for (let i = random(4); i > 0; i--) pointer(view, "pointermove", ...somewhere(view));
        pointer(view, "pointerup", ...somewhere(view));
      },
      drag: () => { // begins on the start
        const view = one(views()), box = view.getBoundingClientRect(), { x, y, scale } = view.dataset, { start, columns } = window.gridwalk.store.state.board;
        if (!scale) return; // not painted yet
        const middle = (from, cell) => Number(from) + (cell + 0.5) * Number(scale);
        pointer(view, "pointerdown", box.left + middle(x, start % columns), box.top + middle(y, Math.floor(start / columns)));
        pointer(view, "pointermove", ...somewhere(view));
        pointer(view, "pointerup", ...somewhere(view));
      },
      hover: () => {
        const view = one(views());
        pointer(view, "pointermove", ...somewhere(view));
      },
      keys: () => {
        const view = views()[0];
        for (let i = random(5); i >= 0; i--) key(view, one(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageDown", " ", "Enter", "+", "-", "0"]));
      },
      undo: () => click(at("undo")),
      redo: () => click(at("redo")),
      clear: () => click(at("clear")),
      scatter: () => click(at("scatter")),
      size: () => {
        for (const id of ["rows", "columns"]) {
          at(id).value = 1 + random(6);
          at(id).dispatchEvent(new Event("input"));
        }
        if (random(5)) at("size").requestSubmit();
      },
      make: () => click(at(one(["make", "watch"]))),
      maker: () => choose("maker"),
      moves: () => choose("moves", 3),
      corners: () => choose("corners"),
      diagonal: () => choose("diagonal"),
      wrap: () => choose("wrap"),
      shape: () => choose("shape"),
      order: () => {
        at("order").value = one(["", "D,R,U,L", "nonsense", "L,U,R,D"]);
        at("order").dispatchEvent(new Event("change"));
      },
      lesson: () => choose("lessons"),
      arrange: () => click(at(one(["go-learn", "go-draw", "go-play"]))),
      puzzle: () => choose("puzzle"),
      more: () => click(at("show-tools")),
      quiz: () => {
        const view = views()[0], [clientX, clientY] = somewhere(view);
        view.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
        at("given").value = random(20);
        for (const id of ["give", "show-me", "go-on", "again", "next-lesson"]) if (!random(3) && at(id).checkVisibility()) click(at(id));
        at("given").value = "";
      },
      preset: () => {
        at("preset").value = one(small);
        at("preset").dispatchEvent(new Event("change"));
      },
      zoom: () => click(at(one(["zoom-in", "zoom-out", "zoom-all"]))),
      list: () => click(one([at("next"), at("previous"), ...document.querySelectorAll("#paths button")])),
      play: () => click(one([...document.querySelectorAll("#walk button, #hints")])),
    };
  },

  /** Wait until nothing is asked, made or played any more. */
  async quiet() {
    const { store } = window.gridwalk, busy = () => {
      const { asking, making, playing } = store.state;
      return asking || making || playing || document.body.dataset.ready !== "true";
    };
    document.getElementById("play").dataset.playing === "true" && document.getElementById("play").click();
    for (let calm = 0, before = store.state; calm < 2;) {
      await new Promise((done) => setTimeout(done, 15));
      calm = busy() || store.state !== before ? 0 : calm + 1;
      before = store.state;
      if (store.state.playing) document.getElementById("play").click();
    }
  },

  /** What can be seen: elements with their attributes and values, texts, and pictures. */
  shown(where) {
    const lines = [], skip = new Set(["data-painted", "data-saved", "data-step-told", "style", "open"]);
    for (const panel of where.gridwalk.panels) if (panel.view.props && !panel.element.hidden) {
      panel.view.measure(); // a window behind another is not told that it has another size
      panel.view.paint();
    }
    const walk = (node, depth) => {
      if (node.nodeType === 3) {
        if (node.textContent.trim()) lines.push(`${" ".repeat(depth)}${node.textContent.trim()}`);
        return;
      }
      if (node.nodeType !== 1 || ["SCRIPT", "TEMPLATE"].includes(node.tagName)) return;
      if (node.hidden) return void lines.push(`${" ".repeat(depth)}${node.tagName} hidden`);
      const attributes = [...node.attributes].filter(({ name, value }) => !skip.has(name) && (value || name !== "class")).map(({ name, value }) => `${name}=${value}`).sort();
      const own = ["value", "checked", "disabled", "selectedIndex"].map((name) => (name in node ? `${name}:${node[name]}` : "")).filter(Boolean);
      lines.push(`${" ".repeat(depth)}${node.tagName} ${attributes.join(" ")} ${own.join(" ")}`);
      if (node.tagName === "CANVAS") lines.push(node.toDataURL());
      node.childNodes.forEach((child) => walk(child, depth + 1));
    };
    walk(where.document.body, 0);
    return lines;
  },

  /** Sequences of ten random actions: the first after which a fresh page with the same state shows something else; null: there is none. */
  async differing(first, last) {
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const other = window.open(location.pathname, "fresh"), isThere = () => other.gridwalk && other.document.body?.dataset.ready === "true";
    for (let i = 0; i < 1000 && !isThere(); i++) await wait(10);
    const fresh = structuredClone(other.gridwalk.store.state);
    for (let seed = first; seed < last; seed++) {
      const random = this.random(seed), actions = this.actions(random), names = Object.keys(actions), done = [];
      for (let i = 0; i < 10; i++) {
        const name = names[random(names.length)];
        done.push(`${name} ${actions[name]() ?? ""}`.trim());
        await null; // what is shown follows when an event is over
        if (random(2)) await wait(0);
        if (random(3) === 0) await this.quiet();
      }
      await this.quiet();
      const { state } = window.gridwalk.store, wanted = this.shown(window);
      other.gridwalk.store.change(structuredClone(state));
      await wait(0);
      const found = this.shown(other), at = wanted.findIndex((line, i) => line !== found[i]);
      if (at >= 0 || wanted.length !== found.length) {
        other.close();
        const part = (lines) => lines.slice(Math.max(0, at - 3), at + 2).map((line) => line.slice(0, 300));
        return { seed, done, shown: part(wanted), fresh: part(found) };
      }
      other.gridwalk.store.change(structuredClone(fresh));
    }
    other.close();
    return null;
  },
})
