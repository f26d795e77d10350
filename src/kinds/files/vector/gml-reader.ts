// Reads GML data of any version and application schema in one pass: feature types, counts, the envelope.
import { copyString } from '../../../base/text/copy-string.ts';
import { attribute, readXml, type XmlElement, type XmlSource } from '../../../base/xml/xml.ts';
import type { Problem } from '../../../model/problem.ts';
import { Bounds, type Box, readTuples } from '../../geometry/bounds.ts';

export interface GmlReading {
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
    if (this.#text !== null) this.#take(name, this.#text);
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

  #take(name: string, raw: string): void {
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

const readings = new WeakMap<XmlSource, GmlReading>();

export function readGml(source: XmlSource): GmlReading {
  const known = readings.get(source);
  if (known !== undefined) return known;
  const handler = new GmlHandler();
  const problems = readXml(source, handler);
  const { root, version, name, description, types, srsName } = handler;
  const given = handler.envelope.box();
  const isData = handler.hasNamespace && (types.size > 0 || given !== null);
  const common = { root, version, name, description, srsName, problems, isData };
  const reading = { ...common, featureTypes: types, box: given ?? handler.bounds.box(), isBoxGiven: given !== null };
  readings.set(source, reading);
  return reading;
}
