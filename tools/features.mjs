// @ts-check
// Fails when a page uses what one of the least browsers (tools/browsers.json) does not know, as MDN's data has it:
// `node tools/features.mjs`, or with another folder that has static/ and templates/. What is guarded where it stands may
// be newer: a call like `share?.()`, a rule within @supports. Whatever else may, is named below with the reason.
//
// Newer syntax does not parse. Of a member only the name is known, so it counts as known if any object has it.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "acorn";
import * as css_tree from "css-tree";

/** @typedef {any} Node  of a syntax tree */
/** @typedef {any} Known  what the data says of a feature and of those below it */
/** @typedef {{ what: string, known: Known[], where: string }} Use */

/** @type {Known} */
const data = createRequire(import.meta.url)("@mdn/browser-compat-data");
/** @type {Record<string, string>} */
const least = JSON.parse(readFileSync(new URL("browsers.json", import.meta.url), "utf8"));
/** All of this is known to the least browsers. */
const SYNTAX = 2023;

/** @type {Record<string, string>} */
const ALLOWED = JSON.parse(readFileSync(new URL("newer_features.json", import.meta.url), "utf8"));

// --- What browsers know ---------------------------------------------------------------------------------------

/** @param {string | boolean | null | undefined} version */
const as_number = (version) =>
  typeof version === "string" && version !== "preview" ? Number.parseFloat(version.replace("≤", "")) : Infinity;

/** @param {Known} known @param {string} browser */
function first_version(known, browser) {
  const all = [known.__compat.support[browser] ?? []].flat();
  const plain = all.filter(({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name);
  return Math.min(...plain.map(({ version_added }) => as_number(version_added)));
}

/** The least browsers that lack it. @param {Known} known */
const lacking = (known) =>
  Object.keys(least).filter((browser) => first_version(known, browser) > Number(least[browser]));

/** @param {Known | undefined} known */
const is_told_of = (known) => Boolean(known?.__compat);

// --- JavaScript -----------------------------------------------------------------------------------------------

/** By the name of a member: everything that has one. */
const members = index_of_members(
  [data.api, data.javascript.builtins, data.javascript.builtins.Intl].flatMap((objects) => Object.values(objects)),
);

/** @param {Known[]} objects */
function index_of_members(objects) {
  /** @type {Map<string, Known[]>} */
  const index = new Map();
  for (const object of objects)
    for (const [name, known] of Object.entries(object)) {
      const plain = name.replace(/_static$/, "");
      if (is_told_of(known)) index.set(plain, [...(index.get(plain) ?? []), known]);
    }
  return index;
}

/** @param {string} text @param {string} where @param {Set<string>} own */
function used_by_script(text, where, own) {
  const tree = parse(text, { ecmaVersion: SYNTAX, sourceType: "module", locations: true });
  /** @type {Use[]} */
  const uses = [];
  walk(tree, [], (node, around) => {
    const name = named_by(node, around);
    if (!name || own.has(name) || is_guarded(node, around)) return;
    const known = node.type === "Identifier" ? global(name) : (members.get(name) ?? []);
    uses.push({ what: name, known, where: `${where}:${node.loc.start.line}` });
  });
  return uses;
}

/** @param {Node} node @param {Node[]} around @param {(node: Node, around: Node[]) => void} visit */
function walk(node, around, visit) {
  visit(node, around);
  for (const part of Object.values(node).flat())
    if (typeof part?.type === "string") walk(part, [node, ...around], visit);
}

/** The member, or the global, that is read there. @param {Node} node @param {Node[]} around */
function named_by(node, [parent]) {
  if (node.type === "MemberExpression") return node.computed ? null : node.property.name;
  const is_name =
    node.type === "Identifier" && !["MemberExpression", "Property", "MethodDefinition"].includes(parent?.type);
  return is_name || (parent?.type === "MemberExpression" && parent.object === node) ? (node.name ?? null) : null;
}

/** @param {string} name */
const global = (name) =>
  [data.javascript.builtins[name], data.api[name], data.api.Window[name], data.api[`${name}_static`]].filter(
    is_told_of,
  );

/** Called or read only where it is there. @param {Node} node @param {Node[]} around */
const is_guarded = (node, [parent]) => parent?.optional === true && (parent.callee ?? parent.object) === node;

/** What the program's own objects have, as its types and its code name them. @param {string} types @param {string[]} texts */
function own_names(types, texts) {
  const declared = files(types, ".d.ts").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^\s*(?:readonly )?(\w+)\??:/gm)].map(([, name]) => name),
  );
  const written = texts.flatMap((text) => {
    /** @type {string[]} */
    const names = [];
    walk(parse(text, { ecmaVersion: SYNTAX, sourceType: "module" }), [], (node, [parent]) => {
      const binds = /Declarat|Function|Pattern|Import|Property|CatchClause/.test(parent?.type ?? "");
      if (node.type === "Identifier" && binds) names.push(node.name);
    });
    return names;
  });
  return new Set([...declared, ...written]);
}

// --- CSS ------------------------------------------------------------------------------------------------------

/** @param {string} text @param {string} where */
function used_by_sheet(text, where) {
  /** @type {Use[]} */
  const uses = [];
  let guards = 0;
  css_tree.walk(css_tree.parse(text, { positions: true }), {
    enter(node) {
      if (is_supports(node)) guards += 1;
      if (guards) return;
      for (const [what, known] of used_in(node, this))
        if (is_told_of(known)) uses.push({ what, known: [known], where: `${where}:${node.loc?.start.line}` });
    },
    leave(node) {
      if (is_supports(node)) guards -= 1;
    },
  });
  return uses;
}

/** @param {Node} node */
const is_supports = (node) => node.type === "Atrule" && node.name === "supports";

/** @param {Node} node @param {Node} around  its rule, at-rule and block @returns {[string, Known][]} */
function used_in(node, { rule, atrule, block }) {
  const { properties, selectors, types, "at-rules": at_rules } = data.css;
  switch (node.type) {
    case "Declaration":
      return used_in_declaration(node, atrule?.name === "font-face" ? at_rules["font-face"] : properties, block);
    case "PseudoClassSelector":
    case "PseudoElementSelector":
      return [[`:${node.name}`, selectors[node.name]]];
    case "Rule":
      return rule ? [["nesting", selectors.nesting]] : [];
    case "Atrule":
      return [[`@${node.name}`, at_rules[node.name]]];
    case "Dimension":
      return [[node.unit, types.length?.[node.unit]]];
    case "Function":
      return [
        [`${node.name}()`, types[node.name] ?? Object.values(types).find((type) => type[node.name])?.[node.name]],
      ];
    default:
      return [];
  }
}

/**
 * A property with WebKit's prefix beside it is known to WebKit, and a word after another declaration of the same property
 * is one of which older browsers know the other.
 * @param {Node} declaration @param {Record<string, Known>} properties @param {Node} block
 * @returns {[string, Known][]}
 */
function used_in_declaration({ property, value }, properties, block) {
  const others = block ? block.children.toArray().filter((/** @type {Node} */ other) => other.value !== value) : [];
  const known = properties[property];
  if (!known || others.some((/** @type {Node} */ other) => other.property === `-webkit-${property}`)) return [];
  const has_another = others.some((/** @type {Node} */ other) => other.property === property);
  const words = has_another ? [] : css_tree.findAll(value, ({ type }) => type === "Identifier").map(({ name }) => name);
  const told = words.map((word) => /** @type {[string, Known]} */ ([`${property}: ${word}`, known[word]]));
  return [[property, known], ...told];
}

// --- HTML -----------------------------------------------------------------------------------------------------

/** What is put in when the template is drawn. */
const HOLE = /\$\{[^}]*\}|\{\{.*?\}\}|\{%.*?%\}/g;
const TAG = /<([a-z]+)(\s[^<>]*)?>/g;
const ATTRIBUTE = /\s\??([a-z]+)(?:="([a-z-]*)")?(?=[\s=]|$)/g;

/** Of a template, or of a script whose strings have some. @param {string} text @param {string} where @returns {Use[]} */
function used_by_markup(text, where) {
  const plain = text.replace(HOLE, (hole) => hole.replace(/[^\n]+/g, "_"));
  return [...plain.matchAll(TAG)].flatMap(({ 1: tag, 2: attributes = "", index }) => {
    const element = data.html.elements[tag];
    if (!element) return [];
    const line = `${where}:${plain.slice(0, index).split("\n").length}`;
    const read = [...attributes.matchAll(ATTRIBUTE)].flatMap(([, name, value]) => {
      const known = element[name] ?? data.html.global_attributes[name];
      return [[`<${tag} ${name}>`, known], value ? [`<${tag} ${name}="${value}">`, known?.[value]] : []];
    });
    const all = [[`<${tag}>`, element], ...read].filter(([, known]) => is_told_of(known));
    return all.map(([what, known]) => ({ what, known: [known], where: line }));
  });
}

// --- All of it ------------------------------------------------------------------------------------------------

/** @param {string} folder @param {string} suffix */
const files = (folder, suffix) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(suffix) && !/(^|\/)(vendor|gallery)\//.test(path))
    .sort()
    .map((path) => join(folder, path));

/** @param {string} root */
function used_by(root) {
  /** @param {string} path @returns {[string, string]} */
  const read = (path) => [readFileSync(path, "utf8"), path];
  const scripts = files(join(root, "static"), ".js").map(read);
  const own = own_names(
    new URL("../types", import.meta.url).pathname,
    scripts.map(([text]) => text),
  );
  return [
    ...scripts.flatMap(([text, path]) => [...used_by_script(text, path, own), ...used_by_markup(text, path)]),
    ...files(join(root, "static"), ".css").flatMap((path) => used_by_sheet(...read(path))),
    ...files(join(root, "templates"), ".html").flatMap((path) => used_by_markup(...read(path))),
  ];
}

const newer = used_by(process.argv[2] ?? ".").filter(
  ({ known }) => known.length && known.every((one) => lacking(one).length),
);
for (const { what, known, where } of newer)
  if (!(what in ALLOWED)) console.error(`${where}: ${what} is not known to ${lacking(known[0]).join(", ")}`);
const unused = Object.keys(ALLOWED).filter((name) => newer.every(({ what }) => what !== name));
if (!process.argv[2]) for (const name of unused) console.error(`tools/newer_features.json: ${name} is used nowhere`);
process.exitCode = newer.some(({ what }) => !(what in ALLOWED)) || (!process.argv[2] && unused.length) ? 1 : 0;
