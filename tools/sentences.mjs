// @ts-check
// Lists the sentences that the modules given by name say: a JSON object, module → English templates.
//
// A sentence is what is handed to a function called `say`, what is the `text` or the `title` of an object, the values of
// a table (a constant whose name is in capitals), and whatever else reads like one: it is on its way to be said. Names of
// fields, markup, members of sets and what is written to the console are not.
import { readFileSync } from "node:fs";
import { parse } from "acorn";

const SAID = new Set(["text", "title"]);
const READS_LIKE_ONE = /^[A-Z{“][^<>=#]*\s[^<>=#]*$/;

/** @typedef {any} Node  of the syntax tree, as ESTree has it */

/** @param {string} path */
function sentences_in(path) {
  const nodes = below(parse(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" }));
  const constants = new Map(nodes.flatMap(declared));
  const read = nodes.flatMap(literal).filter((text) => READS_LIKE_ONE.test(text));
  return [...new Set([...nodes.flatMap((node) => said_by(node, constants)), ...read])];
}

const parts_of = {
  Property: (/** @type {Node} */ { computed, key, value }) => (computed ? [key, value] : [value]),
  TaggedTemplateExpression: (/** @type {Node} */ { quasi }) => quasi.expressions,
};

/**
 * The node and all below it that may be said.
 * @param {Node} node
 * @returns {Node[]}
 */
function below(node) {
  if (node.type === "NewExpression" && node.callee.name === "Set") return [];
  if (node.type === "CallExpression" && node.callee.object?.name === "console") return [];
  const parts = parts_of[/** @type {keyof typeof parts_of} */ (node.type)]?.(node) ?? Object.values(node).flat();
  return [node, ...parts.filter((part) => typeof part?.type === "string").flatMap(below)];
}

/**
 * A constant whose name is in capitals.
 * @param {Node} node
 * @returns {[string, Node][]}
 */
const declared = (node) =>
  node.type === "VariableDeclarator" && node.init && /^[A-Z][A-Z_]+$/.test(node.id.name ?? "")
    ? [[node.id.name, node.init]]
    : [];

/**
 * @param {Node} node
 * @param {Map<string, Node>} constants
 * @returns {string[]}
 */
function said_by(node, constants) {
  if (node.type === "CallExpression" && name_of(node.callee) === "say")
    return node.arguments.slice(0, 1).flatMap((/** @type {Node} */ said) => either(said, constants));
  if (node.type === "Property" && SAID.has(node.key.name)) return either(node.value, constants);
  return declared(node)
    .filter(([, value]) => value.type === "ObjectExpression" || value.type === "ArrayExpression")
    .flatMap(([, value]) => below(value).flatMap(literal));
}

/** @param {Node} callee */
const name_of = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);

/**
 * The strings that an expression may be.
 * @param {Node} node
 * @param {Map<string, Node>} constants
 * @returns {string[]}
 */
function either(node, constants) {
  const parts = {
    ConditionalExpression: [node.consequent, node.alternate],
    LogicalExpression: [node.left, node.right],
  };
  const either_of = parts[/** @type {keyof typeof parts} */ (node.type)];
  if (either_of) return either_of.flatMap((part) => either(part, constants));
  if (node.type === "Identifier" && constants.has(node.name)) return literal(constants.get(node.name));
  return literal(node);
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function literal(node) {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type === "TemplateLiteral" && !node.expressions.length) return [node.quasis[0].value.cooked];
  return [];
}

const paths = process.argv.slice(2);
process.stdout.write(JSON.stringify(Object.fromEntries(paths.map((path) => [path, sentences_in(path)]))));
