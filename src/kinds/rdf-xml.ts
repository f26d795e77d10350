// RDF/XML into a graph: elements are nodes and properties by turns.
import { attributeOf, type XmlNode } from '../base/xml/xml-walk.ts';
import type { RdfGraph, RdfValue } from './metadata/rdf-graph.ts';

const maxDepth = 40;

/** A node element with everything inside. */
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
  // rdf:type has lost its prefix here; dct:type points to a vocabulary of its own.
  const isType = name === 'type' && /dcat#|schema\.org\//.test(value.text);
  graph.add(id, isType ? '@type' : name, value);
}
