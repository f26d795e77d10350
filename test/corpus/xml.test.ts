// Our XML reader against saxes: the same events on every well-formed document of the corpus.
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { readXml } from '../../src/base/xml/xml.ts';
import type { Document } from '../../src/model/document.ts';
import { corpusDocument, corpusRows } from './corpus.ts';

/** Line ends are normalized by saxes and left alone by us; text that is only white space is left out by us. */
function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Collects events as lines, joining the pieces a text comes in. */
class Events {
  readonly lines: string[] = [];
  #text = '';

  text(piece: string): void {
    this.#text += piece;
  }

  tag(line: string): void {
    const text = spaced(this.#text);
    if (text !== '') this.lines.push(text);
    this.#text = '';
    this.lines.push(line);
  }
}

function openLine(name: string, namespace: string | null, attributes: readonly (readonly [string, string])[]): string {
  return `<${name} {${namespace ?? ''}} ${attributes.map(([key, value]) => `${key}=${spaced(value)}`).join('|')}`;
}

/** Null when saxes refuses the document. */
function withSaxes(document: Document): readonly string[] | null {
  const events = new Events();
  let isRefused = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    isRefused = true;
  });
  parser.on('opentag', (tag) => {
    events.tag(
      openLine(
        tag.local,
        tag.uri,
        Object.values(tag.attributes).map(({ name, value }) => [name, value] as const),
      ),
    );
  });
  parser.on('closetag', (tag) => events.tag(`>${tag.local}`));
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.write(document.text()).close();
  return isRefused ? null : events.lines;
}

function withOurs(document: Document): readonly string[] {
  const events = new Events();
  readXml(document, {
    open: ({ name, namespace, attributes }) => events.tag(openLine(name, namespace, [...attributes])),
    text: (text) => events.text(text),
    close: (name) => events.tag(`>${name}`),
  });
  return events.lines;
}

const rows = corpusRows().filter(({ file }) => !/\.(?:json|geojson|kmz|js)$/.test(file));

it.skipIf(rows.length === 0)('reads well-formed documents as saxes does', () => {
  const different: string[] = [];
  let compared = 0;
  for (const row of rows) {
    const document = corpusDocument(row);
    const theirs = withSaxes(document);
    if (theirs === null) continue;
    compared++;
    const ours = withOurs(document);
    const at = theirs.findIndex((line, index) => line !== ours[index]);
    if (at >= 0 || ours.length !== theirs.length) different.push(`${row.file}: ${theirs[at]} / ${ours[at]}`);
  }
  console.log(`same events on ${compared - different.length} of ${compared} documents`);
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(1000);
});
