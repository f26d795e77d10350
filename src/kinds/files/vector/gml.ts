// Geography Markup Language: feature collections of any application schema, including CityGML and WFS responses.
import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { readCrs } from '../../../base/geo/crs.ts';
import { hasNorthingFirst } from '../../../base/geo/projection.ts';
import { memoize } from '../../../base/memoize.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { attribute, readXml, readXmlRoot, type XmlElement, type XmlSource } from '../../../base/xml/xml.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds, type Box, readTuples } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';

export const gml = file.fileKind({
  id: 'gml',
  title: 'GML',
  specification: 'OGC 07-036r1 (GML 3.2.2), 02-069 (2.1.2); OGC 12-019 (CityGML)',
  tier: 2,
  forms: ['xml'],
  dataset: 'feature type',
  suspect: { '.gml': 0.9, '.citygml': 0.95 },
  firstBytes: file.textHeadBytes,
  version: (document) => {
    const joined = joinedDocument(document);
    const reading = mayBeGml(joined) ? readGml(joined) : null;
    return reading?.isData ? (reading.version ?? '') : null;
  },
  describe,
  more: (document) => (mayBeGml(joinedDocument(document)) ? restOfText(document) : null),
});

/** Documents with GML that aren't data: capabilities, records, observations, styles. */
const others =
  /capabilit|metadata|coverage(?:description|s)|observation|record|exception|schema|describe|response|process|sensor|style|project|catalog|rss|^feed$|^kml$|^gpx$|^html$|^svg$/i;

function mayBeGml(document: Document): boolean {
  const root = readXmlRoot(document);
  if (root === null || others.test(root.name)) return false;
  for (const [key, value] of root.attributes)
    if (key.startsWith('xmlns') && /opengis\.net\/gml/.test(value)) return true;
  return false;
}

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const joined = joinedDocument(document);
  const reading = readGml(joined);
  const isWhole = joined.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  const code = reading.srsName === null ? null : readCrs(reading.srsName);
  const crs = code === null ? file.noCrs : file.crsOfCode(code);
  const box = isWhole || reading.isBoxGiven ? reading.box : null;
  const extent = box === null ? null : readExtent(box, reading, crs, tally);
  const layers = [...reading.featureTypes].map(([name, featureCount]) =>
    file.fileLayer(name, reading.featureTypes.size === 1 ? extent : null, crs, isWhole ? { featureCount } : {}),
  );
  const { name: title, description: abstract, problems } = reading;
  return { title, abstract, extent, layers, formats: ['application/gml+xml'], problems };
}

/** URNs and HTTP names use the authority's axis order; the older 'EPSG:n' and 'epsg.xml#n' x before y (GML 2). */
function readExtent(box: Box, { srsName }: GmlReading, crs: file.FileCrs, tally: ProblemTally): Extent | null {
  const isAuthorityOrder = /^urn:|\/def\/crs\//i.test(srsName ?? '');
  const isSwapped = isAuthorityOrder && crs.definition !== null && hasNorthingFirst(crs.definition) === true;
  return file.fileExtent(isSwapped ? [box[1], box[0], box[3], box[2]] : box, crs, tally);
}

interface GmlReading {
  readonly root: string;
  /** '3.2', '3.1.1', '2.1.2' …; null if undeclared. */
  readonly version: string | null;
  /** It contains features or an envelope. */
  readonly isData: boolean;
  /** Name and description of the collection. */
  readonly name: string;
  readonly description: string;
  readonly featureTypes: ReadonlyMap<string, number>;
  /** As written: the axis order depends on the CRS. The collection's envelope, else around all positions. */
  readonly box: Box | null;
  readonly isBoxGiven: boolean;
  readonly srsName: string | null;
  readonly problems: readonly Problem[];
}

const gmlNamespace = /opengis\.net\/gml(?:\/(\d\.\d))?/;
const memberElements = new Set(['featureMember', 'featureMembers', 'member', 'members', 'cityObjectMember', 'Member']);
const texts = new Set(['lowerCorner', 'upperCorner', 'pos', 'posList', 'coordinates', 'name', 'description', 'X', 'Y']);

const maxTypes = 1000;
const maxTextChars = 8_000_000;

class GmlHandler {
  root = '';
  version: string | null = null;
  hasNamespace = false;
  hasEnvelope = false;
  name = '';
  description = '';
  srsName: string | null = null;
  readonly types = new Map<string, number>();
  readonly envelope = new Bounds();
  readonly bounds = new Bounds();
  readonly #path: string[] = [];
  #text: string | null = null;
  #dimension = 2;
  #lastX = Number.NaN;
  #envelopeDimension = 2;

  open(element: XmlElement): void {
    const { name } = element;
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#path.length === 1) this.#openRoot(element);
    if (this.#path.length <= 3 && parent !== undefined && memberElements.has(parent)) this.#addFeature(name);
    const srsName = attribute(element, 'srsName');
    if (srsName !== null && (this.srsName === null || this.#isOwnEnvelope())) this.srsName = copyString(srsName.trim());
    const dimension = Number(attribute(element, 'srsDimension') ?? 0);
    if (dimension === 2 || dimension === 3) this.#dimension = dimension;
    if (dimension === 3 && this.#isOwnEnvelope()) this.#envelopeDimension = 3;
    this.#text = texts.has(name) ? '' : null;
  }

  text(piece: string): void {
    if (this.#text !== null && this.#text.length < maxTextChars) this.#text += piece;
  }

  close(name: string): void {
    if (this.#text !== null) this.#addText(name, this.#text);
    this.#text = null;
    this.#path.pop();
  }

  #openRoot(element: XmlElement): void {
    this.root = element.name;
    const locations = attribute(element, 'schemaLocation') ?? '';
    for (const [key, value] of element.attributes) {
      const match = key.startsWith('xmlns') ? gmlNamespace.exec(value) : null;
      if (match === null) continue;
      this.hasNamespace = true;
      this.version ??= match[1] ?? /\/gml\/(\d\.\d(?:\.\d)?)\//.exec(locations)?.[1] ?? null;
    }
  }

  #addFeature(name: string): void {
    if (this.types.has(name) || this.types.size < maxTypes) this.types.set(name, (this.types.get(name) ?? 0) + 1);
  }

  /** boundedBy of the collection itself. */
  #isOwnEnvelope(): boolean {
    return this.#path[1] === 'boundedBy';
  }

  #addText(name: string, raw: string): void {
    if (name === 'name' || name === 'description') {
      if (this.#path.length === 2 && this[name] === '') this[name] = copyString(raw.trim());
    } else if (name === 'X') this.#lastX = Number(raw.trim() || Number.NaN);
    else if (name === 'Y') this.#add(this.#lastX, Number(raw.trim() || Number.NaN));
    else if (name === 'coordinates') for (const [x, y] of readTuples(raw)) this.#add(x, y);
    else this.#addPositions(raw, name === 'posList' ? this.#dimension : this.#envelopeDimension);
  }

  /** "x y x y …"; a single position needs no dimension. */
  #addPositions(raw: string, dimension: number): void {
    const numbers = raw.trim().split(/\s+/);
    const step = numbers.length <= 3 ? numbers.length : dimension;
    for (let at = 0; at + 1 < numbers.length; at += step) this.#add(Number(numbers[at]), Number(numbers[at + 1]));
  }

  #add(x: number, y: number): void {
    if (this.#isOwnEnvelope()) this.envelope.add(x, y);
    else this.bounds.add(x, y);
  }
}

const readGml = memoize((source: XmlSource): GmlReading => {
  const handler = new GmlHandler();
  const problems = readXml(source, handler);
  const { root, version, name, description, types, srsName } = handler;
  const given = handler.envelope.box();
  const isData = handler.hasNamespace && (types.size > 0 || given !== null);
  const common = { root, version, name, description, srsName, problems, isData };
  return { ...common, featureTypes: types, box: given ?? handler.bounds.box(), isBoxGiven: given !== null };
});
