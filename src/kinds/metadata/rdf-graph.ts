// A small graph of statements with local names ('title', 'distribution'), read from RDF/XML and JSON-LD.

import { isObject, type JsonObject, type JsonValue } from '../../base/json/json.ts';
import { attributeOf, type XmlNode } from '../../base/xml/xml-walk.ts';

export interface RdfValue {
  /** The literal's text, or the identifier of a node. */
  readonly text: string;
  readonly isNode: boolean;
}

export interface RdfNode {
  readonly id: string;
  /** Local names: 'Dataset', 'Catalog'. */
  readonly types: Set<string>;
  readonly values: Map<string, RdfValue[]>;
}

/** Statements stored per document. */
const maxStatements = 2_000_000;
const maxValuesPerProperty = 100_000;

export class RdfGraph {
  readonly nodes = new Map<string, RdfNode>();
  #statements = 0;
  #blanks = 0;

  get isFull(): boolean {
    return this.#statements >= maxStatements;
  }

  newBlank(): string {
    this.#blanks++;
    return `_:made${this.#blanks}`;
  }

  node(id: string): RdfNode {
    const known = this.nodes.get(id);
    if (known !== undefined) return known;
    const node: RdfNode = { id, types: new Set(), values: new Map() };
    this.nodes.set(id, node);
    return node;
  }

  /** `property` and types as written: IRI, prefixed or plain. */
  add(subject: string, property: string, value: RdfValue): void {
    if (this.isFull) return;
    this.#statements++;
    const node = this.node(subject);
    if (isTypeProperty(property)) {
      node.types.add(localName(value.text));
      return;
    }
    const name = localName(property);
    const values = node.values.get(name) ?? [];
    if (values.length === 0) node.values.set(name, values);
    if (values.length < maxValuesPerProperty) values.push(value);
  }

  *ofType(...types: readonly string[]): Generator<RdfNode> {
    for (const node of this.nodes.values()) if (types.some((type) => node.types.has(type))) yield node;
  }

  /** First text among these properties; the label if the value is a node. */
  text(node: RdfNode, ...names: readonly string[]): string {
    return this.texts(node, ...names)[0] ?? '';
  }

  /** Texts of all values of the first of these properties that has any. */
  texts(node: RdfNode, ...names: readonly string[]): readonly string[] {
    for (const name of names) {
      const found = (node.values.get(name) ?? []).map((value) => this.#textOf(value)).filter((text) => text !== '');
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Nodes a property refers to. */
  inside(node: RdfNode, ...names: readonly string[]): readonly RdfNode[] {
    return names.flatMap((name) =>
      (node.values.get(name) ?? [])
        .filter(({ isNode }) => isNode)
        .map(({ text }) => this.nodes.get(text))
        .filter((found) => found !== undefined),
    );
  }

  #textOf({ text, isNode }: RdfValue): string {
    if (!isNode) return text.trim();
    const node = this.nodes.get(text);
    const label = node?.values.get('label') ?? node?.values.get('prefLabel') ?? node?.values.get('name');
    const own = label?.find((value) => !value.isNode)?.text ?? node?.values.get('value')?.[0]?.text;
    return own ?? (text.startsWith('_:') ? '' : text);
  }
}

/** rdf:type, 'a', '@type' — not dct:type, which is something else. */
function isTypeProperty(property: string): boolean {
  return property === '@type' || property === 'rdf:type' || property.endsWith('22-rdf-syntax-ns#type');
}

/** The text after the last '#', '/' or ':'. */
function localName(name: string): string {
  const at = Math.max(name.lastIndexOf('#'), name.lastIndexOf('/'), name.lastIndexOf(':'));
  return name.slice(at + 1);
}

/** Deeper nesting than any catalog's. */
const maxDepth = 40;

/** A node element with its content. */
export function addRdfXml(graph: RdfGraph, node: XmlNode, depth = 0): RdfValue | null {
  if (depth > maxDepth || graph.isFull) return null;
  const id = attributeOf(node, 'about') ?? attributeOf(node, 'nodeID') ?? attributeOf(node, 'ID') ?? graph.newBlank();
  if (node.name !== 'Description') graph.add(id, '@type', { text: node.name, isNode: false });
  else graph.node(id);
  for (const property of node.children) {
    const target = attributeOf(property, 'resource') ?? attributeOf(property, 'nodeID');
    if (target !== null) addStatement(graph, id, property.name, { text: target, isNode: true });
    for (const inside of property.children) {
      const value = addRdfXml(graph, inside, depth + 1);
      if (value !== null) addStatement(graph, id, property.name, value);
    }
    // Properties of a blank node written without an element for it (parseType="Resource") are rare and read as text.
    if (property.text !== '') addStatement(graph, id, property.name, { text: property.text, isNode: false });
  }
  return { text: id, isNode: true };
}

function addStatement(graph: RdfGraph, id: string, name: string, value: RdfValue): void {
  // rdf:type has lost its prefix here; dct:type refers to a vocabulary of its own.
  const isType = name === 'type' && /dcat#|schema\.org\//.test(value.text);
  graph.add(id, isType ? '@type' : name, value);
}

/** Without fetching contexts: local names are enough for the vocabularies needed. */
export function addJsonLd(graph: RdfGraph, value: JsonValue | undefined): void {
  addAny(graph, value, 0);
}

function addAny(graph: RdfGraph, value: JsonValue | undefined, depth: number): RdfValue | null {
  if (depth > maxDepth || graph.isFull) return null;
  if (Array.isArray(value)) {
    for (const member of value) addAny(graph, member, depth + 1);
    return null;
  }
  if (isObject(value)) return addObject(graph, value, depth);
  return value === null || value === undefined ? null : { text: String(value), isNode: false };
}

function addObject(graph: RdfGraph, object: JsonObject, depth: number): RdfValue | null {
  const literal = object['@value'];
  if (literal !== undefined) return literal === null ? null : { text: plain(literal), isNode: false };
  const given = object['@id'] ?? object.id;
  const id = typeof given === 'string' && given !== '' ? given : graph.newBlank();
  graph.node(id);
  for (const [key, value] of Object.entries(object)) {
    if (key === '@context' || key === '@id' || value === undefined) continue;
    if (key === '@graph') addAny(graph, value, depth + 1);
    else if (key === '@type' || key === 'type') addTypes(graph, id, value);
    else addProperty(graph, { id, key, value }, depth);
  }
  return { text: id, isNode: true };
}

function addTypes(graph: RdfGraph, id: string, value: JsonValue): void {
  for (const type of Array.isArray(value) ? value : [value]) {
    if (typeof type === 'string') graph.add(id, '@type', { text: type, isNode: false });
  }
}

interface Property {
  readonly id: string;
  readonly key: string;
  readonly value: JsonValue;
}

function addProperty(graph: RdfGraph, { id, key, value }: Property, depth: number): void {
  const listed = isObject(value) && (value['@list'] ?? value['@set']);
  const members = Array.isArray(listed) ? listed : Array.isArray(value) ? value : [value];
  for (const member of members) {
    const added = addAny(graph, member, depth + 1);
    if (added !== null) graph.add(id, key, added);
  }
}

function plain(value: JsonValue): string {
  // A literal that is an object is usually GeoJSON, which others write as text.
  return typeof value === 'object' ? '' : String(value);
}
