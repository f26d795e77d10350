// Texts and references in XML trees, without the empty ones.
import { attributeOf, childrenOf, descendants, type XmlNode } from '../../base/xml/xml-walk.ts';

/** Texts of the children of this name. */
export function childTexts(node: XmlNode, name: string): readonly string[] {
  return textsOf(childrenOf(node, name));
}

/** Texts of the elements of this name at any depth. */
export function descendantTexts(node: XmlNode, name: string): readonly string[] {
  return textsOf(descendants(node, name));
}

function textsOf(nodes: readonly XmlNode[]): readonly string[] {
  return nodes.map(({ text }) => text).filter((text) => text !== '');
}

/** `xlink:href` of the children of this name. */
export function childReferences(node: XmlNode, name: string): readonly string[] {
  return childrenOf(node, name)
    .map((one) => attributeOf(one, 'href')?.trim() ?? '')
    .filter((url) => url !== '');
}

/** The element's text, or the first one inside: schemas wrap texts in types and languages. */
export function innerText(node: XmlNode): string {
  if (node.text !== '') return node.text;
  for (const inside of node.children) {
    const text = innerText(inside);
    if (text !== '') return text;
  }
  return '';
}
