// @ts-check
// Lists the sentences that the modules given by name say: a JSON object, module → English templates.
//
// A sentence is what is handed to a function called `say`, every string in a table of the module (a constant whose name
// is in capitals), and whatever else reads like one: it is on its way to be said.
import { readFileSync } from "node:fs";
import { parse } from "acorn";

const READS_LIKE_ONE = /^[A-Z{“][^<>=#]*\s[^<>=#]*$/;

/** @typedef {any} Node  of the syntax tree, as ESTree has it */


/** @param {string} path */
function sentences_in(path) {
  const tree = parse(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" });
  const nodes = below(tree);
  return [...new Set([...nodes.flatMap(said_by), ...nodes.flatMap(literal).filter((text) => READS_LIKE_ONE.test(text))])];
}

/**
 * The node and all below it.
 * @param {Node} node
 * @returns {Node[]}
 */
function below(node) {
  const parts = Object.values(node).flat().filter((part) => typeof part?.type === "string");
  return [node, ...parts.flatMap(below)];
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function said_by(node) {
  if (node.type === "CallExpression" && name_of(node.callee) === "say") return node.arguments.slice(0, 1).flatMap(either);
  if (node.type === "VariableDeclarator" && node.init && /^[A-Z][A-Z_]+$/.test(node.id.name ?? ""))
    return below(node.init).flatMap(literal);
  return [];
}

/** @param {Node} callee */
const name_of = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name);

/**
 * The strings that an expression may be.
 * @param {Node} node
 * @returns {string[]}
 */
function either(node) {
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(either);
  if (node.type === "LogicalExpression") return [node.left, node.right].flatMap(either);
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
