// WSDL on real documents: every file recognised, every part counted as an independent parser counts it.
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { readWsdl, type WsdlReading } from '../../src/kinds/web-services/wsdl-reader.ts';
import type { Document } from '../../src/model/document.ts';
import { benchmarkUrls, corpusDocument, corpusRows, wsdlDocument, wsdlRows } from './corpus.ts';

type Counts = Readonly<Record<string, number>>;

const counted = ['operations', 'messages', 'parts', 'porttypes', 'ports', 'services'];

function ourCounts(reading: WsdlReading): Counts {
  return {
    operations: reading.operations.length,
    messages: reading.messages.length,
    parts: reading.messages.reduce((sum, { parts }) => sum + parts.length, 0),
    porttypes: reading.portTypes.length,
    ports: reading.services.reduce((sum, { ports }) => sum + ports.length, 0),
    services: reading.services.length,
  };
}

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
const saxesPaths: Readonly<Record<string, string>> = {
  'definitions/portType/operation': 'operations',
  'definitions/message': 'messages',
  'definitions/message/part': 'parts',
  'definitions/portType': 'porttypes',
  'definitions/service/port': 'ports',
  'definitions/service': 'services',
};

/** Elements of WSDL's own namespace by path, counted by saxes; null where the document is not well-formed. */
function saxesCounts(document: Document): Counts | null {
  const counts = Object.fromEntries(counted.map((name) => [name, 0]));
  const path: string[] = [];
  let isBroken = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ local, uri }) => {
    path.push(local);
    const name = uri === wsdlNamespace ? saxesPaths[path.join('/')] : undefined;
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  });
  parser.on('closetag', () => path.pop());
  parser.write(document.text()).close();
  return isBroken ? null : counts;
}

const rows = wsdlRows();
const documentRows = corpusRows();

describe.skipIf(rows.length === 0)('WSDL of the corpus', () => {
  const read = rows.map((row) => {
    const document = wsdlDocument(row);
    return { row, document, reading: readWsdl(document), discovery: identify(document, kinds)[0] };
  });

  it('is recognized with its version and at least one operation', () => {
    const collections = [...new Set(rows.map(({ collection }) => collection))];
    for (const collection of collections) {
      const own = read.filter(({ row }) => row.collection === collection);
      const clean = own.filter(({ row }) => row.wellformed === '1');
      const right = own.filter(({ discovery }) => discovery?.identity.version === '1.1');
      const sum = (count: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + count(one), 0);
      console.log(
        `${collection}: ${right.length} of ${own.length} recognised (${clean.length} well-formed), ` +
          `${sum(({ discovery }) => discovery?.description.layerCount ?? 0)} operations, ` +
          `${sum(({ reading }) => ourCounts(reading).parts ?? 0)} parts, ` +
          `${sum(({ reading }) => reading.declarations.length)} declarations, ` +
          `${own.filter(({ discovery }) => discovery?.description.abstract !== '').length} with documentation`,
      );
    }
    const wrong = read.filter(
      ({ discovery }) => discovery?.identity.kind !== 'wsdl' || discovery.identity.version !== '1.1',
    );
    expect(wrong.map(({ row }) => row.file)).toEqual([]);
    const empty = read.filter(({ discovery }) => (discovery?.description.layerCount ?? 0) === 0);
    expect(empty.map(({ row }) => row.file)).toEqual([]);
  });

  it('has the same number of parts as in saxes and the labels, malformed or not', () => {
    const differences: string[] = [];
    let compared = 0;
    for (const { row, document, reading } of read) {
      const ours = ourCounts(reading);
      const saxes = saxesCounts(document);
      // Documents that are not well-formed are compared with the labels alone.
      if (row.wellformed === '1') expect([row.file, saxes !== null]).toEqual([row.file, true]);
      if (saxes !== null) compared++;
      for (const name of counted) {
        const labeled = Number(row[name]);
        if (ours[name] !== labeled) differences.push(`${row.file} ${name}: ${ours[name]} for ${labeled}`);
        if (saxes !== null && ours[name] !== saxes[name]) differences.push(`${row.file} ${name}: saxes ${saxes[name]}`);
      }
    }
    console.log(`${counted.length} counts of ${read.length} documents, ${compared} of them with saxes`);
    expect(differences).toEqual([]);
  });

  it('has the name of its service, and the parameter names of its operations', () => {
    const named = read.filter(({ row, discovery }) => discovery?.description.title === row.service_name);
    const withInput = read.filter(({ reading }) =>
      reading.operations.some(({ inputs }) => inputs.some((input) => partsOf(reading, input) > 0)),
    );
    const told = withInput.filter(({ discovery }) =>
      discovery?.description.layers.some(({ keywords }) => keywords.length > 0),
    );
    console.log(`titles ${named.length} of ${read.length}; parameters ${told.length} of ${withInput.length}`);
    expect(named.length).toBe(read.length);
    expect(told.length).toBe(withInput.length);
  });
});

function partsOf(reading: WsdlReading, message: string): number {
  return reading.messages.find(({ name }) => name === message)?.parts.length ?? 0;
}

const ownKinds = kinds.filter(({ id }) => id === 'wsdl' || id === 'wadl' || id === 'openapi');

it.skipIf(documentRows.length === 0)('claims none of the other documents of the corpus', () => {
  const claimed = documentRows.filter((row) => {
    const document = corpusDocument(row);
    return ownKinds.some((kind) => kind.forms.includes(document.form) && kind.identify(document).length > 0);
  });
  console.log(`${claimed.length} of ${documentRows.length} documents are claimed`);
  expect(claimed.map(({ file }) => file)).toEqual([]);
});

const urls = benchmarkUrls();

it.skipIf(urls.length === 0)(
  'suspects few ordinary addresses, and no service of another kind more than its own',
  () => {
    const scoreOf = (registry: typeof kinds, url: string) =>
      Math.max(
        ...registry.map((kind) => kind.suspect({ url, foundBy: 'link', anchor: '', window: '', nofollow: false })),
      );
    const suspected = urls.filter(({ url }) => scoreOf(ownKinds, url) >= 0.5);
    const ordinary = suspected.filter(({ isService }) => !isService);
    console.log(
      `suspected: ${ordinary.length} of ${urls.filter(({ isService }) => !isService).length} ordinary addresses`,
      ordinary.map(({ url }) => url),
    );
    expect(ordinary.length / urls.length).toBeLessThan(0.002);
    const others = kinds.filter((kind) => !ownKinds.includes(kind));
    const pushed = suspected.filter(({ isService, url }) => isService && scoreOf(ownKinds, url) > scoreOf(others, url));
    expect(pushed.map(({ url }) => url)).toEqual([]);
  },
);
