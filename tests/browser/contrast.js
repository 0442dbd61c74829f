// Measures the contrast of a page's contents with their background, as computed by the browser. Textures and hatching,
// much fainter than any of this, are left out, and so are transparent buttons over pieces and texts: axe cannot see
// through them. without_textures() removes both.

/** Every visible element, in shadow trees too. */
function* elements(root = document) {
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) yield* elements(element.shadowRoot);
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || is_for_ears(element)) continue;
    yield element;
  }
}

// Caches for values that do not change during one measurement.
const for_ears = new Map();
const grounds = new Map();
const colours = new Map();

function remembered(known, key, work_out) {
  if (!known.has(key)) known.set(key, work_out());
  return known.get(key);
}

function forget() {
  for (const known of [for_ears, grounds, colours]) known.clear();
}

/** The parent element; the host at the root of a shadow tree. */
const around = (element) => element.parentElement ?? element.getRootNode().host ?? null;

/** Texts for screen readers only, and the skip link while it is not focused. */
const is_for_ears = (element) =>
  remembered(for_ears, element, () => {
    if (getComputedStyle(element).clipPath === "inset(50%)" || element.matches(".skip:not(:focus)")) return true;
    return around(element) !== null && is_for_ears(around(element));
  });

const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
/** Red, green, blue and alpha, 0 to 1. */
const read = (colour) =>
  remembered(colours, colour, () => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((light) => light / 255);
  });

/** A colour as it appears on another, opaque one. */
const over = ([r, g, b, alpha], ground) => [
  ...[r, g, b].map((light, at) => light * alpha + ground[at] * (1 - alpha)),
  1,
];

/** The background inside the element: its own and its ancestors'. */
const ground_of = (element) =>
  remembered(grounds, element, () => {
    if (!element) return read("canvas");
    const colour = read(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour : over(colour, ground_of(around(element)));
  });

/** Its effective opacity: that of all ancestors. */
function opacity_of(element) {
  let opacity = 1;
  for (let at = element; at; at = around(at)) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

/** Contrast according to WCAG 2, 1 to 21. */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
function luminance(colour) {
  const [r, g, b] = colour.map((light) => (light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function seen(colour, element, ground) {
  const [r, g, b, alpha] = read(colour);
  return over([r, g, b, alpha * opacity_of(element)], ground);
}

/** The visible paints of a drawing. */
function paints_of(drawing) {
  const style = getComputedStyle(drawing);
  // A standalone sign passes these on to the symbol that it refers to.
  const own = drawing.matches(".sign") ? [style.getPropertyValue("--suit"), style.getPropertyValue("--rim")] : [];
  const parts = strokes_of(drawing).flatMap((part) => [getComputedStyle(part).stroke, getComputedStyle(part).fill]);
  const colours = [...own, ...parts].map((paint) => paint.replace(/^url\([^)]*\) /, "")); // which a paint server repeats
  return colours.filter((paint) => paint && paint !== "none");
}

/** Outlines and surfaces, in the symbol that a drawing refers to, if any. */
function strokes_of(drawing) {
  const symbols = [...drawing.querySelectorAll("use")].map((use) =>
    drawing.getRootNode().getElementById(use.getAttribute("href").slice(1)),
  );
  return [drawing, ...symbols].flatMap((part) => [
    ...(part.matches(OUTLINES) ? [part] : []),
    ...part.querySelectorAll(OUTLINES),
  ]);
}

const named = (element) =>
  `<${element.localName} class="${element.getAttribute("class") ?? ""}"> “${(element.ariaLabel ?? element.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}”`;

const has_words = (element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
const PROMPT_AND_LOG = ".sentence, .sentence *, .log li, .log li *";
const CONTROLS = "button, .button, input:not([type=radio], [type=checkbox], [type=range]), .pick span";
/** Drawings of pieces, and the outlines and surfaces that make them visible. */
const DRAWINGS =
  "svg:is(.piece, .packed, .card-art, .sc-edges, .tc-drum, .tc-bag, .cd-pawn-drawn, .cd-badge, .cd-die-drawn)";
const OUTLINES =
  ".outline, .fill, .face, .body, .edge, .sc-edges, .line, .tc-line, .tc-wood, .tc-cloth, .empty, .tc-bare, .cd-ivory, .suit, .glyph, .null, .spiral";

({
  without_textures() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { background-image: none !important; } .stand, .barred { visibility: hidden; }");
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  },
  /** Texts with too little contrast: below 7 in the prompt and the log, below 4.5 everywhere else. */
  faint_words() {
    forget();
    const faint = [];
    for (const element of elements()) {
      if (!has_words(element) || element.closest("svg, script, style, noscript")) continue;
      const ground = ground_of(element);
      const ratio = contrast(seen(getComputedStyle(element).color, element, ground), ground);
      const least = element.matches(PROMPT_AND_LOG) ? 7 : 4.5;
      if (ratio < least - 0.005) faint.push(`${named(element)}: ${ratio.toFixed(2)}, not ${least}`);
    }
    return [...new Set(faint)];
  },
  /**
   * Buttons and fields of which neither the edge nor the surface stands out from the background. Bare ones have only
   * text.
   */
  faint_controls() {
    forget();
    const faint = [];
    for (const element of elements()) {
      const { borderTopWidth, borderTopColor } = getComputedStyle(element);
      if (!element.matches(CONTROLS) || borderTopWidth === "0px" || read(borderTopColor)[3] === 0) continue;
      const ground = ground_of(around(element));
      const ratio = Math.max(
        contrast(seen(borderTopColor, element, ground), ground),
        contrast(ground_of(element), ground),
      );
      if (ratio < 3) faint.push(`${named(element)}: ${ratio.toFixed(2)}`);
    }
    return [...new Set(faint)];
  },
  /** Pieces of which neither the outline nor the surface stands out from their ground. */
  faint_pieces() {
    forget();
    const faint = [];
    for (const drawing of elements()) {
      if (!drawing.matches(DRAWINGS) || drawing.closest(".cd-ghost, .cd-struck, .de-ghost")) continue;
      const ground = ground_of(around(drawing));
      const seen_as = paints_of(drawing).map((paint) => contrast(seen(paint, drawing, ground), ground));
      if (!(Math.max(...seen_as) >= 3)) faint.push(`${named(drawing)}: ${Math.max(...seen_as).toFixed(2)}`);
    }
    return [...new Set(faint)];
  },
  /** Whether the focus ring stands out. */
  focus_ring() {
    forget();
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === document.body) return ""; // Tab has left the page
    if (getComputedStyle(element).opacity === "0") element = element.nextElementSibling; // its substitute has the ring
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none") return `${named(element)} has none`;
    const ground = ground_of(around(element));
    const ratio = contrast(seen(outlineColor, element, ground), ground);
    return ratio < 3 || Number.parseFloat(outlineWidth) < 2
      ? `${named(element)}: ${ratio.toFixed(2)}, ${outlineWidth}`
      : "";
  },
});
