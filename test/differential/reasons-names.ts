// Why datasets or titles are in one reading and not in the other.
import type { Difference } from './compare.ts';
import { datasetElements } from './dataset-element.ts';
import { childText, type FactElement, within } from './document-facts.ts';
import type { Reason } from './reason.ts';

/** Namespaces in which OWSLib looks for datasets, by label and prefix of the version. */
const owslibNamespaces: readonly (readonly [kind: string, version: string, namespace: string])[] = [
  ['wms', '1.3', 'http://www.opengis.net/wms'],
  ['wms', '1.', ''],
  ['wfs', '1.', 'http://www.opengis.net/wfs'],
  ['wfs', '2.', 'http://www.opengis.net/wfs/2.0'],
  ['wcs', '1.0', 'http://www.opengis.net/wcs'],
  ['wcs', '1.1.0', 'http://www.opengis.net/wcs/1.1'],
  ['wcs', '1.1', 'http://www.opengis.net/wcs/1.1.1'],
  ['wcs', '2.', 'http://www.opengis.net/wcs/2.0'],
  ['wmts', '', 'http://www.opengis.net/wmts/1.0'],
  ['sos', '1.', 'http://www.opengis.net/sos/1.0'],
  ['sos', '2.', 'http://www.opengis.net/sos/2.0'],
];

/** Namespaces of the metadata records OWSLib 0.27 reads. */
const recordNamespaces = new Set([
  'http://www.opengis.net/cat/csw/2.0.2',
  'http://www.opengis.net/cat/csw/3.0',
  'http://www.isotc211.org/2005/gmd',
  'http://www.isotc211.org/2005/gmi',
  'http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/',
]);

export const nameReasons: readonly Reason[] = [
  {
    id: 'owslib-named-only',
    peer: 'OWSLib',
    fields: ['names'],
    because: 'OWSLib lists what can be asked for by name; we keep groups and unnamed datasets as well.',
    holds: (difference) =>
      difference.ours?.name === '' && difference.theirs === null && hasElementWithoutName(difference),
  },
  {
    id: 'owslib-name-once',
    peer: 'OWSLib',
    fields: ['names'],
    because: 'A name comes several times; OWSLib keeps the last, we keep all.',
    holds: (difference) => difference.ours !== null && datasetElements(difference).length > 1,
  },
  {
    id: 'owslib-namespace',
    peer: 'OWSLib',
    fields: ['names'],
    because: 'The dataset is in another namespace than the one OWSLib looks in for this version.',
    holds: (difference) => {
      const { kind, version } = difference.row;
      const known = owslibNamespaces.find(([label, start]) => label === kind && (version ?? '').startsWith(start));
      const elements = datasetElements(difference);
      return known !== undefined && elements.length > 0 && elements.every(({ namespace }) => namespace !== known[2]);
    },
  },
  {
    id: 'owslib-wps-2',
    peer: 'OWSLib',
    fields: ['names'],
    because: 'OWSLib reads ProcessOfferings of WPS 1.0; WPS 2.0 lists ProcessSummary in Contents.',
    holds: ({ facts, theirs }) =>
      theirs === null && facts.all('ProcessOfferings').length === 0 && facts.all('ProcessSummary').length > 0,
  },
  {
    id: 'owslib-record-schema',
    peer: 'OWSLib',
    fields: ['names'],
    because: 'The record is in a schema OWSLib 0.27 does not read: ISO 19115-3, Atom, ebRIM.',
    holds: (difference) => {
      const elements = datasetElements(difference);
      return (
        /^(?:iso19139|csw-records)$/.test(difference.row.kind) &&
        elements.length > 0 &&
        elements.every(({ namespace }) => !recordNamespaces.has(namespace))
      );
    },
  },
  {
    id: 'ogc-client-first-node',
    peer: 'ogc-client',
    fields: ['names', 'service title'],
    because:
      'A processing instruction stands before the document element, and it takes the first node for that element.',
    holds: ({ facts, theirs }) =>
      (theirs === null || theirs.title === '') &&
      /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*<\?(?!xml[ \t\r\n])/.test(facts.text),
  },
  {
    id: 'ogc-client-first-list',
    peer: 'ogc-client',
    fields: ['names'],
    because: 'The document has several lists of datasets; it reads the first.',
    holds: ({ facts, row, theirs }) => {
      const list = row.kind === 'wfs' ? 'FeatureTypeList' : row.kind === 'wms' ? 'Capability' : 'Contents';
      return theirs === null && facts.all(list).filter(({ parent }) => parent === facts.root).length > 1;
    },
  },
  {
    id: 'entity-as-written',
    peer: 'OWSLib',
    fields: ['names', 'title', 'service title'],
    because:
      'The text is an entity the document declares itself; OWSLib drops it, we keep it as written. Neither expands it.',
    holds: (difference) => {
      const written = datasetElements(difference).flatMap(({ children }) => children.flatMap(({ texts }) => texts));
      const names = written.map((text) => /&([\w.-]+);/.exec(text)?.[1]).filter((name) => name !== undefined);
      return names.some((name) => new RegExp(`<!ENTITY\\s+${name}\\s`).test(difference.facts.text));
    },
  },
  {
    id: 'title-from-elsewhere',
    peer: null,
    fields: ['title', 'service title'],
    because:
      'There is no title; the peer has none, we take what stands nearest: the name, the description or the first layer.',
    holds: (difference) => difference.theirs?.title === '' && lacksTitle(difference) && isBorrowed(difference),
  },
  {
    id: 'owslib-free-text',
    peer: 'OWSLib',
    fields: ['title'],
    because:
      'The title of the record is free text in languages, an anchor or of a class of a profile; OWSLib reads gco:CharacterString in the two standard classes.',
    holds: (difference) => difference.theirs?.title === '' && datasetElements(difference).some(hasUnusualTitle),
  },
];

function hasElementWithoutName(difference: Difference): boolean {
  return datasetElements(difference).length > 0 || difference.facts.root === null;
}

/** The element of the title of a dataset or service in each label, if it is empty. */
function lacksTitle(difference: Difference): boolean {
  const { facts, field, row } = difference;
  if (field === 'service title') {
    const holders = [...facts.all('Service'), ...facts.all('ServiceIdentification')];
    return holders.every((holder) => childText(holder, 'Title') === '' && childText(holder, 'label') === '');
  }
  if (row.kind === 'iso19139' || row.kind === 'csw-records') return false;
  const element = row.kind === 'sos' ? 'name' : 'Title';
  const elements = datasetElements(difference);
  return (
    elements.length > 0 && elements.some((one) => childText(one, element) === '' && childText(one, 'label') === '')
  );
}

/** Our title is the name, the description or the first layer's title. */
function isBorrowed(difference: Difference): boolean {
  const { field, facts, reading, ours } = difference;
  const service = [...facts.all('Service'), ...facts.all('ServiceIdentification')];
  const holders = field === 'service title' ? service : datasetElements(difference);
  const texts = holders.flatMap((holder) => ['name', 'Name', 'description'].map((name) => childText(holder, name)));
  const first = field === 'service title' ? reading.layers[0]?.title : ours?.name;
  return ours !== null && [...texts, first].includes(ours.title);
}

const standardClasses = new Set(['MD_DataIdentification', 'SV_ServiceIdentification']);

function hasUnusualTitle(record: FactElement): boolean {
  const information = record.children
    .filter(({ name }) => name === 'identificationInfo')
    .flatMap(({ children }) => children);
  if (information.length > 0 && information.every(({ name }) => !standardClasses.has(name))) return true;
  const titles = information.flatMap((one) => within(one, 'CI_Citation')).flatMap(({ children }) => children);
  const [title] = titles.filter(({ name }) => name === 'title');
  return title !== undefined && childText(title, 'CharacterString') === '';
}
