// Reads a JSON object of modules from its input, path → text, and tells those in which a constant is read in the same
// block before it has a value: a page would fail there.
import { readFileSync } from "node:fs";
import { parse } from "acorn";

/** @typedef {any} Node  of the syntax tree, as ESTree has it */

/** @param {Node} node @returns {Node[]} */
const children = (node) => Object.values(node).flat().filter((part) => typeof part?.type === "string");

/** @param {Node} node @returns {Node[]} */
const below = (node) => [node, ...children(node).flatMap(below)];

/** The names of a pattern. @param {Node} pattern @returns {string[]} */
function names_in(pattern) {
  if (pattern?.type === "Identifier") return [pattern.name];
  const parts = pattern?.elements ?? pattern?.properties ?? [];
  return [...parts, pattern?.value, pattern?.left, pattern?.argument].flatMap((part) => (part ? names_in(part) : []));
}

/** The names that are read at once: not in functions, nor as names of fields. @param {Node} node @returns {string[]} */
function read_in(node) {
  if (/Function/.test(node.type)) return [];
  if (node.type === "Identifier") return [node.name];
  const is_field = (/** @type {Node} */ part) => !node.computed && (part === node.property || part === node.key);
  return children(node)
    .filter((part) => !is_field(part))
    .flatMap(read_in);
}

/** @param {Node} block */
function is_used_early(block) {
  const declared = block.body
    .map((/** @type {Node} */ statement) => statement.declaration ?? statement)
    .flatMap((/** @type {Node} */ { kind, declarations }) => (/let|const/.test(kind) ? declarations : []));
  return declared.some((/** @type {Node} */ { init }, /** @type {number} */ nth) => {
    const later = new Set(declared.slice(nth).flatMap((/** @type {Node} */ { id }) => names_in(id)));
    return init && read_in(init).some((name) => later.has(name));
  });
}

const modules = Object.entries(JSON.parse(readFileSync(0, "utf8")));
const early = modules.filter(([, text]) =>
  below(parse(text, { ecmaVersion: "latest", sourceType: "module" }))
    .filter(({ type }) => type === "Program" || type === "BlockStatement")
    .some(is_used_early),
);
process.stdout.write(JSON.stringify(early.map(([path]) => path)));
