// Where the coverages of a WCS 2.0 lie: its capabilities need not say, DescribeCoverage does (09-110r4, 8.3).
import { owsUrl } from '../base/url/ows-url.ts';
import type { XmlSource } from '../base/xml/xml.ts';
import { attributeOf, child, textAt, walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import type { Extent } from '../model/extent.ts';
import type { ProbeRequest } from '../model/kind.ts';
import type { Layer } from '../model/resource.ts';
import { readEnvelope } from './ogc/ows/ows-box.ts';

/** Coverages described at once, and the length their names may have together in a URL. */
const maxDescribed = 50;
const maxNameChars = 1200;

/** DescribeCoverage for the coverages whose extent is unknown; null when all are known or none can be asked for. */
export function describeCoverages(
  endpoint: string,
  version: string | null,
  layers: readonly Layer[],
): ProbeRequest | null {
  if (version?.startsWith('2') !== true || layers.some(({ extent }) => extent !== null)) return null;
  const names: string[] = [];
  let chars = 0;
  for (const { name } of layers) {
    if (name === null || name.includes(',')) continue;
    chars += name.length + 1;
    if (names.length >= maxDescribed || chars > maxNameChars) break;
    names.push(encodeURIComponent(name));
  }
  if (names.length === 0) return null;
  const request = owsUrl(endpoint, { service: 'WCS', request: 'DescribeCoverage', version });
  return { url: `${request}&COVERAGEID=${names.join(',')}` };
}

/** Extents by coverage, from the answer. */
export function readDescriptions(source: XmlSource, problems: ProblemTally): ReadonlyMap<string, Extent> {
  const extents = new Map<string, Extent>();
  walkXml(source, {
    '*/CoverageDescription': (node) => {
      const name = textAt(node, 'CoverageId') || (attributeOf(node, 'id') ?? '');
      const area = child(node, 'boundedBy');
      const envelope = area === null ? null : (child(area, 'Envelope') ?? child(area, 'EnvelopeWithTimePeriod'));
      const extent = envelope === null ? null : readEnvelope(horizontal(envelope), problems, name);
      if (extent !== null) extents.set(name, extent);
    },
  });
  return extents;
}

/** Of a compound system only the part on the earth: `…crs-compound?1=…/EPSG/0/4326&2=…/AnsiDate`. */
function horizontal(envelope: XmlNode): XmlNode {
  const crs = attributeOf(envelope, 'srsName') ?? '';
  const part = /[?&]\d+=([^&]*\/EPSG\/[^&]*)/.exec(crs)?.[1];
  const labels = (attributeOf(envelope, 'axisLabels') ?? '').trim().split(/\s+/);
  const first = labels.findIndex((label) => /^(?:lat|lon|long|x|y|e|n|easting|northing)\w*$/i.test(label));
  if (first <= 0 && part === undefined) return envelope;
  const children = envelope.children.map((corner) =>
    first > 0 ? { ...corner, text: corner.text.split(/\s+/).slice(first).join(' ') } : corner,
  );
  return { ...envelope, attributes: new Map([['srsName', part ?? crs]]), children };
}
