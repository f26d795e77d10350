// One pass over a syntax tree that records what constant folding needs later.
import { dotted } from './assigned-fields.ts';
import { lastName, type Notes, type Scope, type Site, type Source, type Step } from './scope.ts';
import {
  isFunction,
  keyName,
  type Node,
  nodeAt,
  nodesAt,
  propertyName,
  pushChildren,
  textAt,
  unwrap,
} from './syntax.ts';

/** More nodes than a script of four megabytes has; the pass stops there with what it has. */
const maxNodes = 4_000_000;
/** Notes stored per name: minified code uses one letter for thousands of things. */
const maxNotes = 400;

export function makeNotes(): Notes {
  return {
    root: makeScope(null, null, ''),
    scopes: new Map(),
    calls: [],
    callsByName: new Map(),
    passedByName: new Map(),
    objects: [],
    texts: [],
    sums: [],
    inner: new WeakSet(),
    elements: [],
    shown: new WeakSet(),
    members: new Map(),
    items: new Map(),
    parents: new Map(),
    named: [],
    exports: new Map(),
    nodes: 0,
  };
}

function makeScope(parent: Scope | null, node: Node | null, file: string): Scope {
  return { parent, node, file, names: new Map(), returns: [], passedTo: null, label: null };
}

/** Adds one program. `file` is its own scope if it is a module; '' shares the page's. */
export function collectNotes(notes: Notes, program: Node, file: string): void {
  const scope = file === '' ? notes.root : makeScope(notes.root, null, file);
  const stack: Site[] = [{ node: program, scope }];
  const push = (node: Node, inside: Scope) => stack.push({ node, scope: inside });
  for (let site = stack.pop(); site !== undefined; site = stack.pop()) {
    if (++notes.nodes > maxNodes) return;
    const inner = note(notes, site);
    pushChildren(site.node, (child) => push(child, inner));
  }
}

/** Records one node; returns the scope of its children. */
function note(notes: Notes, site: Site): Scope {
  const { node, scope } = site;
  const read = readers[node.type];
  return read === undefined ? scope : (read(notes, site) ?? scope);
}

type ReadNode = (notes: Notes, site: Site) => Scope | undefined;

const readers: Readonly<Record<string, ReadNode>> = {
  FunctionDeclaration: noteFunction,
  FunctionExpression: noteFunction,
  ArrowFunctionExpression: noteFunction,
  VariableDeclarator: noteDeclarator,
  AssignmentExpression: noteAssignment,
  CallExpression: noteCall,
  NewExpression: noteCall,
  ObjectExpression: keep('objects'),
  JSXOpeningElement: keep('elements'),
  JSXAttribute: noteAttribute,
  Literal: noteText,
  TemplateLiteral: noteTemplate,
  BinaryExpression: noteSum,
  Property: noteField,
  PropertyDefinition: noteField,
  MethodDefinition: noteField,
  ClassDeclaration: noteClass,
  ClassExpression: noteClass,
  TSEnumDeclaration: noteEnum,
  ImportDeclaration: noteImport,
  ExportNamedDeclaration: noteExport,
  ExportDefaultDeclaration: noteExport,
  ReturnStatement: noteReturn,
  ForOfStatement: noteLoop,
  ForInStatement: noteLoop,
  ForStatement: noteLoop,
};

function keep(list: 'objects' | 'elements'): ReadNode {
  return (notes, site) => {
    notes[list].push(site);
    return undefined;
  };
}

function noteText(notes: Notes, site: Site): undefined {
  if (typeof site.node.value === 'string' && !notes.shown.has(site.node)) notes.texts.push(site);
}

function noteTemplate(notes: Notes, site: Site): undefined {
  if (!notes.shown.has(site.node)) notes.texts.push(site);
}

/** Fields and attributes with text for people, and calls that show one. */
const shownFields =
  /^(?:placeholder|attributions?|credits?|tooltip|hint|help|helpText|helperText|description|abstract|copyright|example|examples|ariaLabel|aria-label|alt)$/;
const showingCalls = /^(?:log|warn|error|info|debug|alert|confirm|prompt|Error|TypeError|describe|it|test)$/;

function noteAttribute(notes: Notes, { node }: Site): undefined {
  const value = nodeAt(node, 'value');
  if (value !== null && shownFields.test(textAt(nodeAt(node, 'name') ?? node, 'name'))) notes.shown.add(unwrap(value));
}

/** Of nested sums, only the outermost matters. */
function noteSum(notes: Notes, site: Site): undefined {
  const { node } = site;
  if (node.operator !== '+') return;
  const parts = [nodeAt(node, 'left'), nodeAt(node, 'right')].filter((part) => part !== null).map(unwrap);
  for (const part of parts) if (part.type === 'BinaryExpression') notes.inner.add(part);
  if (!notes.inner.has(node) && !notes.shown.has(node)) notes.sums.push(site);
}

function noteFunction(notes: Notes, { node, scope }: Site): Scope {
  const inner = makeScope(scope, node, scope.file);
  // A method's scope is named after its field, which was read before.
  const known = notes.scopes.get(node);
  if (known !== undefined) return known;
  notes.scopes.set(node, inner);
  const name = textAt(nodeAt(node, 'id') ?? node, 'name');
  if (name !== '') {
    inner.label = name;
    declare(node.type === 'FunctionDeclaration' ? scope : inner, name, { type: 'function', scope: inner });
  }
  for (const [index, parameter] of nodesAt(node, 'params').entries())
    if (parameter !== null) bindParameter(inner, parameter, { index, path: [] });
  const body = nodeAt(node, 'body');
  if (body !== null && body.type !== 'BlockStatement') inner.returns.push(body);
  return inner;
}

function bindParameter(scope: Scope, pattern: Node, at: { index: number; path: readonly Step[] }): void {
  // `constructor(private url: string)` of TypeScript.
  const inner = nodeAt(pattern, 'parameter') ?? pattern;
  bind(scope, inner, (path) => ({ type: 'parameter', index: at.index, scope, path: [...at.path, ...path] }), []);
}

/** Declares the names of a pattern: `{ url, options: { layers } }`, `[first]`, `name = 'default'`. */
function bind(scope: Scope, pattern: Node, source: (path: readonly Step[]) => Source, path: readonly Step[]): void {
  if (path.length > 8) return;
  switch (pattern.type) {
    case 'Identifier':
      declare(scope, textAt(pattern, 'name'), source(path));
      return;
    case 'AssignmentPattern': {
      const [left, right] = [nodeAt(pattern, 'left'), nodeAt(pattern, 'right')];
      if (left !== null) bind(scope, left, source, path);
      if (left?.type === 'Identifier' && right !== null)
        declare(scope, textAt(left, 'name'), { type: 'value', node: right, scope, path: [] });
      return;
    }
    case 'ObjectPattern':
      for (const property of nodesAt(pattern, 'properties')) {
        const value = property === null ? null : nodeAt(property, 'value');
        const name = property === null ? null : keyName(property);
        if (value !== null && name !== null) bind(scope, value, source, [...path, name]);
      }
      return;
    case 'ArrayPattern':
      for (const [index, item] of nodesAt(pattern, 'elements').entries())
        if (item !== null) bind(scope, item, source, [...path, index]);
  }
}

function declare(scope: Scope, name: string, source: Source): void {
  addTo(scope.names, name, source);
}

function addTo<T>(map: Map<string, T[]>, name: string, item: T): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [item]);
  else if (list.length < maxNotes) list.push(item);
}

/** `var` in a loop belongs to the enclosing function, and so do the names of other loops. */
function homeOf(scope: Scope): Scope {
  let home = scope;
  while (home.parent !== null && home.node !== null && !isFunction(home.node)) home = home.parent;
  return home;
}

function noteDeclarator(notes: Notes, { node, scope }: Site): undefined {
  const id = nodeAt(node, 'id');
  const init = nodeAt(node, 'init');
  if (id === null || init === null) return;
  bind(homeOf(scope), id, (path) => ({ type: 'value', node: init, scope, path }), []);
  if (id.type === 'Identifier') noteNamed(notes, textAt(id, 'name'), { node: init, scope });
}

function noteNamed(notes: Notes, name: string, site: Site): void {
  if (isFunction(site.node)) noteFunction(notes, site).label ??= name;
  else notes.named.push({ name, site });
}

function noteAssignment(notes: Notes, { node, scope }: Site): undefined {
  const left = nodeAt(node, 'left');
  const right = nodeAt(node, 'right');
  if (left === null || right === null) return;
  const site = { node: right, scope };
  if (left.type === 'MemberExpression') {
    const path = left.computed === true ? dotted(nodeAt(left, 'object')) : '';
    if (path !== '') addTo(notes.items, path, site);
    const name = propertyName(left);
    if (name === null) return;
    addTo(notes.members, name, { ...site, object: nodeAt(left, 'object') });
    noteNamed(notes, name, site);
    if (name === 'exports') noteExported(notes, scope.file, 'default', site);
  } else {
    const append = node.operator === '+=' && left.type === 'Identifier';
    const source = (path: readonly Step[]): Source =>
      append ? { type: 'append', ...site } : { type: 'value', ...site, path };
    bind(ownerOf(scope, textAt(left, 'name')), left, source, []);
    if (left.type === 'Identifier') noteNamed(notes, textAt(left, 'name'), site);
  }
}

/** Where an assigned name was declared; an undeclared name is global. */
function ownerOf(scope: Scope, name: string): Scope {
  let owner = scope;
  while (owner.parent !== null && !owner.names.has(name)) owner = owner.parent;
  return owner;
}

function noteCall(notes: Notes, site: Site): undefined {
  notes.calls.push(site);
  const callee = nodeAt(site.node, 'callee');
  if (callee === null) return;
  const name = callee.type === 'Super' ? parentOf(notes, site.scope) : lastName(callee);
  if (name !== null) addTo(notes.callsByName, name, site);
  if (name !== null && showingCalls.test(name))
    for (const argument of nodesAt(site.node, 'arguments')) if (argument !== null) notes.shown.add(unwrap(argument));
  for (const [index, argument] of nodesAt(site.node, 'arguments').entries()) {
    if (argument?.type === 'Identifier') addTo(notes.passedByName, textAt(argument, 'name'), { site, index });
    if (argument === null || !isFunction(argument)) continue;
    // Its scope is created here, so that its caller is known.
    noteFunction(notes, { node: argument, scope: site.scope }).passedTo = { site, index };
  }
  if (isFunction(unwrap(callee)))
    noteFunction(notes, { node: unwrap(callee), scope: site.scope }).passedTo = { site, index: -1 };
}

/** The class whose constructor `super(…)` calls; the enclosing constructor has the name of its own class. */
function parentOf(notes: Notes, scope: Scope): string | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const parent = notes.parents.get(at.label ?? '');
    if (parent !== undefined) return parent;
  }
  return null;
}

function noteField(notes: Notes, { node, scope }: Site): undefined {
  const name = keyName(node);
  const value = nodeAt(node, 'value');
  if (name === null || value === null) return;
  if (shownFields.test(name)) notes.shown.add(unwrap(value));
  addTo(notes.members, name, { node: value, scope, object: null });
  noteNamed(notes, name, { node: value, scope });
}

function noteClass(notes: Notes, { node, scope }: Site): undefined {
  const name = textAt(nodeAt(node, 'id') ?? node, 'name');
  if (name !== '') declare(scope, name, { type: 'value', node, scope, path: [] });
  const parent = nodeAt(node, 'superClass');
  const parentName = parent === null ? null : lastName(parent);
  if (name !== '' && parentName !== null) notes.parents.set(name, parentName);
  for (const member of nodesAt(nodeAt(node, 'body') ?? node, 'body')) {
    const value = member === null ? null : nodeAt(member, 'value');
    if (member?.kind !== 'constructor' || value === null) continue;
    noteFunction(notes, { node: value, scope }).label = name;
    noteParameterFields(notes, value);
  }
}

/** `constructor(private url: string)` iterations the parameter into a field. */
function noteParameterFields(notes: Notes, builder: Node): void {
  const scope = notes.scopes.get(builder);
  for (const parameter of nodesAt(builder, 'params')) {
    const inner = parameter?.type === 'TSParameterProperty' ? nodeAt(parameter, 'parameter') : null;
    const name = inner === null ? null : (nodeAt(inner, 'left') ?? inner);
    if (name?.type === 'Identifier' && scope !== undefined)
      addTo(notes.members, textAt(name, 'name'), { node: name, scope, object: null });
  }
}

function noteEnum(_notes: Notes, { node, scope }: Site): undefined {
  declare(scope, textAt(nodeAt(node, 'id') ?? node, 'name'), { type: 'value', node, scope, path: [] });
}

function noteImport(_notes: Notes, { node, scope }: Site): undefined {
  const module = textAt(nodeAt(node, 'source') ?? node, 'value');
  for (const specifier of nodesAt(node, 'specifiers')) {
    const local = specifier === null ? null : nodeAt(specifier, 'local');
    if (specifier === null || local === null) continue;
    const imported = nodeAt(specifier, 'imported');
    const whole = specifier.type === 'ImportNamespaceSpecifier' ? '*' : 'default';
    const name = imported === null ? whole : textAt(imported, 'name') || textAt(imported, 'value');
    declare(scope, textAt(local, 'name'), { type: 'module', module, name });
  }
}

function noteExport(notes: Notes, { node, scope }: Site): undefined {
  const declaration = nodeAt(node, 'declaration');
  if (node.type === 'ExportDefaultDeclaration') {
    if (declaration !== null) noteExported(notes, scope.file, 'default', { node: declaration, scope });
    return;
  }
  for (const declarator of declaration === null ? [] : nodesAt(declaration, 'declarations')) {
    const id = declarator === null ? null : nodeAt(declarator, 'id');
    if (id?.type === 'Identifier') noteExported(notes, scope.file, textAt(id, 'name'), { node: id, scope });
  }
  const id = declaration === null ? null : nodeAt(declaration, 'id');
  if (id !== null) noteExported(notes, scope.file, textAt(id, 'name'), { node: id, scope });
  for (const specifier of nodesAt(node, 'specifiers')) {
    const [local, exported] = specifier === null ? [] : [nodeAt(specifier, 'local'), nodeAt(specifier, 'exported')];
    if (local && exported) noteExported(notes, scope.file, textAt(exported, 'name'), { node: local, scope });
  }
}

function noteExported(notes: Notes, file: string, name: string, site: Site): void {
  let names = notes.exports.get(file);
  if (names === undefined) {
    names = new Map();
    notes.exports.set(file, names);
  }
  names.set(name, site);
}

function noteReturn(_notes: Notes, { node, scope }: Site): undefined {
  const argument = nodeAt(node, 'argument');
  if (argument !== null) homeOf(scope).returns.push(argument);
}

/** A loop is like a function called once per iteration: its variable is the parameter. */
function noteLoop(notes: Notes, { node, scope }: Site): Scope {
  const inner = makeScope(scope, node, scope.file);
  notes.scopes.set(node, inner);
  const left = nodeAt(node, 'left') ?? nodeAt(node, 'init');
  const first = left?.type === 'VariableDeclaration' ? nodesAt(left, 'declarations')[0] : null;
  const id =
    first == null ? (left?.type === 'AssignmentExpression' ? nodeAt(left, 'left') : left) : nodeAt(first, 'id');
  if (id != null) bindParameter(inner, id, { index: 0, path: [] });
  return inner;
}
