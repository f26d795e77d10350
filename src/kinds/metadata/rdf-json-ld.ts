// Reads JSON-LD into a graph, without fetching contexts: local names are enough for the vocabularies needed.
import { isObject, type JsonObject, type JsonValue } from '../../base/json/json.ts';
import type { RdfGraph, RdfValue } from './rdf-graph.ts';

/** Deeper nesting than any catalog's. */
const maxDepth = 40;

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
