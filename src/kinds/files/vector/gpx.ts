// GPS Exchange Format: waypoints, routes and tracks.

import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { foldSpace } from '../../../base/text/text.ts';
import { attribute, readXml, readXmlRoot, type XmlElement } from '../../../base/xml/xml.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds } from '../../geometry/bounds.ts';
import { makeProvider } from '../../records/metadata-record.ts';
import * as file from '../file-kind.ts';

export const gpx = file.fileKind({
  id: 'gpx',
  title: 'GPX',
  specification: 'GPX 1.1, 1.0 (Topografix)',
  tier: 2,
  forms: ['xml'],
  dataset: 'track, route or set of waypoints',
  suspect: { '.gpx': 0.95 },
  firstBytes: file.textHeadBytes,
  version: (document) => {
    const root = readXmlRoot(joinedDocument(document));
    return root?.name === 'gpx' ? (attribute(root, 'version')?.trim() ?? '') : null;
  },
  describe,
  more: (document) => (readXmlRoot(joinedDocument(document))?.name === 'gpx' ? restOfText(document) : null),
});

interface Part {
  /** 'wpt', 'rte' or 'trk'. */
  readonly element: string;
  name: string;
  description: string;
  points: number;
  readonly bounds: Bounds;
}

const maxParts = 100_000;

class GpxHandler {
  readonly words = new Map<string, string>();
  readonly parts: Part[] = [];
  readonly bounds = new Bounds();
  count = 0;
  readonly #path: string[] = [];
  #waypoints: Part | null = null;
  #open: Part | null = null;
  #text = '';

  open(element: XmlElement): void {
    const { name } = element;
    this.#path.push(name);
    this.#text = '';
    const isTop = this.#path.length === 2;
    if (isTop && name === 'wpt') {
      this.#waypoints ??= this.#add('wpt');
      this.#open = null;
    } else if (isTop && (name === 'rte' || name === 'trk')) this.#open = this.#add(name);
    if (name === 'wpt' || name === 'rtept' || name === 'trkpt') this.#addPoint(element);
  }

  text(piece: string): void {
    if (this.#text.length < 100_000) this.#text += piece;
  }

  close(name: string): void {
    const [, top] = this.#path;
    if (this.#path.length === 3 && this.#open !== null && (top === 'rte' || top === 'trk')) {
      if (name === 'name') this.#open.name = copyString(foldSpace(this.#text));
      if (name === 'desc' || name === 'cmt') this.#open.description ||= copyString(foldSpace(this.#text));
    }
    const isAboutFile = this.#path.length === 2 || (this.#path.length <= 4 && top === 'metadata');
    const key = this.#path.slice(top === 'metadata' ? 2 : 1).join('/');
    if (isAboutFile && !this.words.has(key)) this.words.set(key, copyString(foldSpace(this.#text)));
    this.#text = '';
    this.#path.pop();
  }

  #add(element: string): Part {
    const part: Part = { element, name: '', description: '', points: 0, bounds: new Bounds() };
    this.count++;
    if (this.parts.length < maxParts) this.parts.push(part);
    return part;
  }

  #addPoint(element: XmlElement): void {
    const [lon, lat] = ['lon', 'lat'].map((name) => Number(attribute(element, name)?.trim() || Number.NaN));
    const part = this.#open ?? this.#waypoints;
    this.bounds.add(lon!, lat!);
    part?.bounds.add(lon!, lat!);
    if (part !== null) part.points++;
  }
}

const partTitles: Readonly<Record<string, string>> = { wpt: 'Waypoints', rte: 'Route', trk: 'Track' };

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  const joined = joinedDocument(document);
  const handler = new GpxHandler();
  const problems = readXml(joined, handler);
  const isWhole = joined.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  else if (handler.count === 0) tally.add('file.empty', 'The file has no points.');
  const extentOf = (bounds: Bounds): Extent | null => {
    const box = isWhole ? bounds.box() : null;
    return box === null ? null : file.fileExtent(box, { ...file.wgs84, hasFixedAxes: true }, tally);
  };
  const layers = handler.parts.map(({ element, name, description, points, bounds }) =>
    file.fileLayer(name || (partTitles[element] ?? element), extentOf(bounds), file.wgs84, {
      abstract: description,
      ...(isWhole ? { featureCount: points } : {}),
    }),
  );
  const { words } = handler;
  return {
    title: words.get('name') ?? '',
    abstract: words.get('desc') ?? '',
    keywords: (words.get('keywords') ?? '').split(/\s*,\s*/).filter((word) => word !== ''),
    provider: makeProvider('', words.get('author/name') || (words.get('author') ?? ''), ''),
    extent: extentOf(handler.bounds),
    layers,
    layerCount: handler.count,
    formats: ['application/gpx+xml'],
    problems,
  };
}
