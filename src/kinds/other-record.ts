// A metadata record in a schema we do not know (GM03, ANZLIC, profiles of agencies): its title and its addresses.
import { descendants, type XmlNode } from '../base/xml/xml-walk.ts';
import { emptyRecord, type MetadataRecord, type RecordLink } from './metadata-record.ts';

const titles = ['title', 'Title', 'name'];
const maxLinks = 100;

export function readOtherRecord(node: XmlNode): MetadataRecord {
  return { ...emptyRecord, title: readTitle(node), links: [...addressesIn(node)].slice(0, maxLinks) };
}

function readTitle(node: XmlNode): string {
  for (const name of titles) {
    for (const one of descendants(node, name)) {
      const text = firstText(one);
      if (text !== '') return text;
    }
  }
  return '';
}

/** Schemas wrap texts in languages and types: the first text inside will do. */
function firstText(node: XmlNode): string {
  if (node.text !== '') return node.text;
  for (const inside of node.children) {
    const text = firstText(inside);
    if (text !== '') return text;
  }
  return '';
}

/** Elements that hold an address and nothing else. */
function* addressesIn(node: XmlNode): Generator<RecordLink> {
  if (/^https?:\/\/\S+$/i.test(node.text)) yield { url: node.text, label: '' };
  for (const inside of node.children) yield* addressesIn(inside);
}
