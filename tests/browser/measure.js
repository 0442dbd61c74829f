// Measures a page: overflowing, truncated and overlapping contents, and small touch targets.

/** Visible things: texts, controls and drawings. The inside of a drawing does not count. */
function* things() {
  known = new Map();
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg svg, svg *") && element.localName !== "svg") continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || is_for_ears(element)) continue;
    if (element.matches("button, input, a, img, svg")) yield [element, lies(element)];
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield [element, written(element, node), node];
  }
}

/** Without the marks around a name that may run from right to left. */
const bare = (text) => text.replace(/[\u2066-\u2069]/g, "").trim();

/** The box of a text; of one that is shortened only what is drawn, if a tooltip or the log has all of it. */
function written(element, text) {
  const box = box_of(text);
  const is_shortened = getComputedStyle(element).textOverflow === "ellipsis" && bare(element.title) === bare(text.data);
  if (!is_shortened && !element.closest(".latest")) return box;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return {
    left: Math.max(left, box.left),
    right: Math.min(right, box.right),
    top: Math.max(top, box.top),
    bottom: Math.min(bottom, box.bottom),
  };
}

/** The box of a text's ink: a fifth of a line is empty above it, and a fifth below. */
function box_of(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  const empty = range.getClientRects()[0]?.height / 5 || 0;
  return { left, right, top: top + empty, bottom: bottom - empty };
}

/** The same for each line; for a word on a ground of its own, that ground. */
function lines_of(element, text) {
  if (!element.children.length && getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)")
    return [element.getBoundingClientRect()];
  if (getComputedStyle(element).textOverflow === "ellipsis") return [written(element, text)];
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].map(({ left, right, top, bottom, height }) => ({
    left,
    right,
    top: top + height / 5,
    bottom: bottom - height / 5,
  }));
}

/** Texts for screen readers only, and the skip link while it is not focused. */
function is_for_ears(element) {
  for (let at = element; at; at = at.parentElement) {
    const { width, height, bottom, clipPath, position } = lies(at);
    if (clipPath === "inset(50%)" || (width <= 1 && height <= 1) || (position === "fixed" && bottom <= 0)) return true;
  }
  return false;
}

/** Box and style of an element: computed once in each measurement. */
function lies(element) {
  if (!known.has(element)) {
    const { clipPath, position, overflowX, overflowY } = getComputedStyle(element);
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    known.set(element, { left, right, top, bottom, width, height, clipPath, position, overflowX, overflowY });
  }
  return known.get(element);
}
let known = new Map();

/** How much of the box its ancestors clip without a way to scroll there. */
function cut_off(element, box) {
  let { left, right, top, bottom } = box;
  for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
    const { overflowX, overflowY, position, ...inside } = lies(at);
    if (/auto|scroll/.test(overflowX)) [left, right] = [Math.max(left, inside.left), Math.min(right, inside.right)];
    else if (overflowX !== "visible" && (left < inside.left - 1 || right > inside.right + 1)) return at;
    if (/auto|scroll/.test(overflowY)) [top, bottom] = [Math.max(top, inside.top), Math.min(bottom, inside.bottom)];
    else if (overflowY !== "visible" && (top < inside.top - 1 || bottom > inside.bottom + 1)) return at;
    if (position === "fixed") break;
  }
  return null;
}

/** The part of the box that is visible in scrolling ancestors. */
function in_sight(element, box) {
  let { left, right, top, bottom } = box;
  for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const inside = at.getBoundingClientRect();
    [left, right] = [Math.max(left, inside.left), Math.min(right, inside.right)];
    [top, bottom] = [Math.max(top, inside.top), Math.min(bottom, inside.bottom)];
  }
  return { left, right, top, bottom };
}

/** Whether it is in a scroll container within the page. */
function scrolls(element) {
  for (let at = element.parentElement; at && at !== document.documentElement; at = at.parentElement)
    if (/auto|scroll/.test(lies(at).overflowY)) return true;
  return false;
}

/** Texts with nearly one letter per line: fewer than three in each of more than two lines. */
function runs_down(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  const letters = [...range.getClientRects()].filter(({ width }) => width > 0);
  const lines = new Set(letters.map(({ top }) => Math.round(top))).size;
  return lines > 2 && text.data.trim().length < 3 * lines;
}

const meet = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;

/**
 * Whether a drawing covers the middle of a box instead of this element's text. Content that a page scrolls to is under
 * the bar of a phone.
 */
function lies_under_a_drawing(element, { left, right, top, bottom }) {
  const seen = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
  const drawing = seen.findIndex((each) => each.closest("svg") && !each.closest(".bar") && !element.contains(each));
  const own = seen.indexOf(element); // none if text overflows its element
  return drawing >= 0 && (own < 0 || drawing < own) && getComputedStyle(element).pointerEvents !== "none";
}

const named = (element) =>
  `<${element.localName}> “${(element.ariaLabel ?? element.textContent).trim().replace(/\s+/g, " ").slice(0, 60)}”`;

({
  /** Everything that is not fully visible in a window of this width. */
  faults(width) {
    const page = document.scrollingElement;
    const faults = page.scrollWidth > width ? [`the page scrolls sideways: ${page.scrollWidth} in ${width}`] : [];
    for (const [element, box, text] of things()) {
      if (text && runs_down(text)) faults.push(`${named(element)} runs down in columns of letters`);
      const by = cut_off(element, box);
      if (by) faults.push(`${named(element)} is cut off by ${named(by)}`);
      else if (box.left < -1 || box.right > width + 1)
        faults.push(`${named(element)} sticks out: ${box.left} to ${box.right}`);
      else if (scrolls(element)) continue;
      else if (box.top + page.scrollTop < -1 || box.bottom + page.scrollTop > page.scrollHeight + 1)
        faults.push(`${named(element)} cannot be reached`);
    }
    for (const part of document.querySelectorAll("dialog[open], .panel"))
      if (part.scrollWidth > part.clientWidth)
        faults.push(`${named(part)} scrolls sideways: ${part.scrollWidth} in ${part.clientWidth}`);
    return [...new Set(faults)];
  },
  /** Texts of the table that overlap other texts, or are under a drawing. */
  overlaps() {
    const words = [...things()]
      .filter(([element, , text]) => text && element.closest("main") && !element.closest("svg"))
      .flatMap(([element, , text]) => lines_of(element, text).map((line) => [element, in_sight(element, line)]))
      .filter(([, { left, right, top, bottom }]) => left < right && top < bottom);
    const on_words = words.flatMap(([one, box], nth) =>
      words
        .slice(nth + 1)
        .filter(([, other]) => meet(box, other))
        .map(([other]) => `${named(one)} and ${named(other)} lie on each other`),
    );
    const under = words
      .filter(([element, box]) => lies_under_a_drawing(element, box))
      .map(([element]) => `${named(element)} lies under a drawing`);
    return [...new Set([...on_words, ...under])];
  },
  /** Controls too small for fingers. The label of a radio button counts as the button. */
  small_targets(least) {
    return [
      ...document.querySelectorAll(
        "main :is(button, input, a.button, summary), [role=tab], [aria-controls], dialog[open] :is(button, input)",
      ),
    ]
      .map((control) => (control.matches("[type=radio], [type=checkbox]") ? control.closest("label") : control))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => [control, control.getBoundingClientRect()])
      .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
      .map(([control, { width, height }]) => `${named(control)} is ${Math.round(width)} × ${Math.round(height)}`);
  },
  /**
   * Possible answers whose middle something else covers, or that are out of the window; of those in a part that scrolls
   * and says so, only the first.
   */
  not_to_be_pressed() {
    const all = document.querySelectorAll(
      "main .stand, main .cd-stepper button, main .answers button, main .slip button",
    );
    const open = [...all].filter((each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true");
    const scrolls = (each) => each.closest("[data-more]");
    const first = new Map(open.map((each) => [scrolls(each), each]).reverse());
    return open
      .filter((each) => !scrolls(each) || first.get(scrolls(each)) === each)
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      })
      .map((each) => `${named(each)} cannot be pressed where it is seen`);
  },
  /** What lies on a clock. */
  on_clocks() {
    return [...document.querySelectorAll(".clock")]
      .filter((clock) => clock.checkVisibility())
      .filter((clock) => {
        const { left, right, top, bottom } = clock.getBoundingClientRect();
        return [left + 2, (left + right) / 2, right - 2].some((x) => {
          const seen = document
            .elementsFromPoint(x, (top + bottom) / 2)
            .filter((each) => !each.matches(".stand, .barred"));
          return seen.length > 0 && !clock.contains(seen[0]);
        });
      })
      .map((clock) => `${named(clock)} lies under something`);
  },
  /** The part of this element that is not visible without scrolling, or is covered. */
  hidden(element) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1)
      return `${named(element)} is out of sight: ${top} to ${bottom} of ${innerHeight}`;
    const inset = Math.min(4, width / 4, height / 4);
    for (const [x, y] of [
      [left + inset, top + inset],
      [right - inset, bottom - inset],
      [(left + right) / 2, (top + bottom) / 2],
    ])
      if (!element.contains(document.elementFromPoint(x, y)))
        return `${named(element)} is covered by ${named(document.elementFromPoint(x, y) ?? document.body)}`;
    return "";
  },
});
