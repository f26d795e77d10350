// Keyhole Markup Language, versions 2.0 to 2.3.
import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { webUrl } from '../../../base/url/web-url.ts';
import { readXmlRoot, type XmlSource } from '../../../base/xml/xml.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Link } from '../../../model/link.ts';
import type { Description, Layer } from '../../../model/resource.ts';
import type { Box } from '../../geometry/bounds.ts';
import { fileExtent, fileKind, fileLayer, suspectFile, textHeadBytes, wgs84 } from '../file-kind.ts';
import { type KmlLayer, type KmlReading, readKml } from './kml-reader.ts';

export const kml = fileKind({
  id: 'kml',
  title: 'KML',
  specification: 'OGC 12-007r2 (KML 2.3), 07-147r2 (2.2)',
  tier: 1,
  forms: ['xml'],
  dataset: 'folder, overlay or network link',
  suspect: (link) =>
    Math.max(suspectFile(link, { '.kml': 0.95 }), /[?&](?:f|format|outputformat)=kml\b/i.test(link.url) ? 0.5 : 0),
  firstBytes: textHeadBytes,
  version: (document) => readKmlVersion(joinedDocument(document)),
  describe: (document, tally) => ({
    ...describeKml(joinedDocument(document), document.finalUrl, tally),
    formats: ['application/vnd.google-earth.kml+xml'],
  }),
  more: (document) => (readKmlVersion(joinedDocument(document)) === null ? null : restOfText(document)),
});

/** Possible root elements if the kml element is missing (KML 2.0, fragments of servers). */
const rootFeatures = new Set(['Document', 'Folder', 'Placemark', 'NetworkLink', 'GroundOverlay', 'NetworkLinkControl']);
const kmlNamespace = /(?:opengis\.net|earth\.google\.com|google\.com)\/kml\b/;

const maxLinks = 1000;

/** '2.2', '' if undeclared, null if it isn't KML. */
export function readKmlVersion(source: XmlSource): string | null {
  const root = readXmlRoot(source);
  if (root === null) return null;
  const namespace = root.namespace ?? '';
  const isKml = root.name.toLowerCase() === 'kml' || (rootFeatures.has(root.name) && kmlNamespace.test(namespace));
  if (!isKml) return null;
  return /kml\/(\d+\.\d+)/.exec(namespace)?.[1] ?? '';
}

export type KmlParts = Pick<
  Description,
  'title' | 'abstract' | 'extent' | 'layers' | 'layerCount' | 'links' | 'problems'
>;

/** The description of a KML document; `url` is the base of relative URLs. */
export function describeKml(source: XmlSource, url: string, tally: ProblemTally): KmlParts {
  const reading = readKml(source);
  const isWhole = source.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  else if (reading.layerCount === 0 && reading.placemarks === 0) tally.add('file.empty', 'The file has no features.');
  const layers = reading.layers.map((layer) => describeLayer(layer, isWhole, tally));
  const extent = isWhole ? readBox(reading.box, tally) : null;
  return {
    title: reading.name,
    abstract: reading.description,
    extent,
    layers: layers.length > 0 ? layers : placemarkLayer(reading, extent),
    layerCount: Math.max(reading.layerCount, layers.length > 0 || reading.placemarks === 0 ? 0 : 1),
    links: readLinks(reading, url),
    problems: reading.problems,
  };
}

function describeLayer(layer: KmlLayer, isWhole: boolean, tally: ProblemTally): Layer {
  const extent = isWhole ? readBox(layer.bounds.box(), tally, layer.name) : null;
  return {
    ...fileLayer(layer.name, extent, wgs84),
    name: layer.name === '' ? null : layer.name,
    abstract: layer.description,
    keywords: [...layer.geometries],
    parent: layer.parent,
    ...(layer.placemarks > 0 && isWhole ? { featureCount: layer.placemarks } : {}),
  };
}

/** Placemarks without a container form one layer. */
function placemarkLayer({ name, placemarks, geometries }: KmlReading, extent: Extent | null): readonly Layer[] {
  if (placemarks === 0) return [];
  return [fileLayer(name, extent, wgs84, { keywords: [...geometries], featureCount: placemarks })];
}

function readBox(box: Box | null, tally: ProblemTally, name = ''): Extent | null {
  return box === null ? null : fileExtent(box, { ...wgs84, hasFixedAxes: true }, tally, name);
}

/**
 * Network links, and images that come from a service. A superoverlay is one dataset in thousands of tiles that link
 * each other: tiles with contents aren't followed further.
 */
function readLinks({ layers, placemarks, groundOverlays }: KmlReading, url: string): readonly Link[] {
  const hasContents = placemarks + groundOverlays > 0;
  const links = new Map<string, Link>();
  for (const { element, href, name, isRegionBound } of layers) {
    if (links.size >= maxLinks) break;
    const isTile = isRegionBound && hasContents;
    const isWanted = element === 'NetworkLink' ? !isTile : element === 'GroundOverlay' && href.includes('?');
    const target = href === '' || !isWanted ? null : webUrl(href, url);
    if (target !== null)
      links.set(target, { url: target, foundBy: 'description', anchor: name, window: '', nofollow: false });
  }
  return [...links.values()];
}
