// The tile sets a WMS lists for clients that ask only for ready-made tiles (WMS-C recommendation, OSGeo).
import type { RawExtent } from '../base/geo/extent.ts';
import type { XmlSource } from '../base/xml/xml.ts';
import { attributeOf, child, childrenOf, textAt, walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import { readCorners } from './ogc/ows/ows-box.ts';
import { Datasets } from './ogc/ows/ows-datasets.ts';

export interface TileSets {
  readonly datasets: Datasets;
  readonly formats: readonly string[];
}

/** A quick look for the element before the document is read for it. */
export function mayHaveTileSets({ bytes }: XmlSource): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes('TileSet') && buffer.includes('VendorSpecificCapabilities');
}

export function readTileSets(source: XmlSource): TileSets {
  const datasets = new Datasets();
  const formats = new Set<string>();
  walkXml(source, {
    '*/Capability/VendorSpecificCapabilities/TileSet': (node) => {
      takeTileSet(datasets, node);
      const format = textAt(node, 'Format');
      if (format !== '' && formats.size < 200) formats.add(format);
    },
  });
  return { datasets, formats: [...formats] };
}

function takeTileSet(datasets: Datasets, node: XmlNode): void {
  const name = childrenOf(node, 'Layers')
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join(',');
  const srs = textAt(node, 'SRS') || textAt(node, 'CRS');
  const box = child(node, 'BoundingBox');
  const [minX = null, minY = null, maxX = null, maxY = null] = ['minx', 'miny', 'maxx', 'maxy'].map((bound) =>
    box === null ? null : attributeOf(box, bound),
  );
  const corners: RawExtent = [minX, minY, maxX, maxY];
  datasets.add({
    name,
    title: name,
    crs: [srs],
    extent: box === null || srs === '' ? null : readCorners(corners, srs, datasets.problems, name),
    styles: childrenOf(node, 'Styles')
      .map(({ text }) => text)
      .filter((text) => text !== ''),
  });
}
