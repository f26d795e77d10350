// Generated documents for bench/read.ts of a given size: realistic, with much that no reader keeps.
import { closeSync, openSync, writeSync } from 'node:fs';

export interface DocumentShape {
  /** Id of the kind that reads it. */
  readonly kind: string;
  readonly version: string;
  readonly opening: string;
  /** One dataset. `bulk` repeats content that readers of names, titles and extents drop. */
  dataset(index: number, bulk: number): string;
  readonly closing: string;
}

interface Place {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function place(index: number): Place {
  const west = ((index * 7919) % 3500) / 10 - 175;
  const south = ((index * 104_729) % 1600) / 10 - 80;
  return { west, south, east: west + 1.5, north: south + 1.25 };
}

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const abstract = (index: number) => `Classified from imagery of ${1990 + (index % 30)} &amp; checked in the field.`;
const title = (index: number) => `Land cover of tile ${index}, second edition`;
const owsBox = ({ west, south, east, north }: Place) =>
  `<ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner><ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox>`;
const owsHead = (service: string, version: string) =>
  `<ows:ServiceIdentification><ows:Title>Tiles</ows:Title><ows:ServiceType>${service}</ows:ServiceType><ows:ServiceTypeVersion>${version}</ows:ServiceTypeVersion><ows:Fees>none</ows:Fees><ows:AccessConstraints>none</ows:AccessConstraints></ows:ServiceIdentification><ows:ServiceProvider><ows:ProviderName>Office</ows:ProviderName><ows:ServiceContact/></ows:ServiceProvider><ows:OperationsMetadata><ows:Operation name="GetCapabilities"><ows:DCP><ows:HTTP><ows:Get xlink:href="http://example.org/ows?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>`;
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

const wms: DocumentShape = {
  kind: 'wms',
  version: '1.3.0',
  opening: `${declaration}<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" ${xlink}><Service><Name>WMS</Name><Title>Tiles</Title><OnlineResource xlink:href="http://example.org/wms"/></Service><Capability><Request><GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xlink:href="http://example.org/wms?"/></Get></HTTP></DCPType></GetMap></Request><Exception><Format>XML</Format></Exception><Layer><Title>All</Title><CRS>EPSG:3857</CRS>`,
  dataset: (index, bulk) => {
    const { west, south, east, north } = place(index);
    const boxes = repeat(
      bulk,
      (code) =>
        `<BoundingBox CRS="EPSG:${25800 + code}" minx="${300000 + code}.5" miny="5200000.25" maxx="${400000 + code}.5" maxy="5300000.75"/>\n`,
    );
    return `<Layer queryable="1"><Name>region_${index % 997}:dataset_${index}</Name><Title>${title(index)}</Title><Abstract>${abstract(index)}</Abstract>
<KeywordList><Keyword>land cover</Keyword><Keyword>tile ${index % 400}</Keyword></KeywordList><CRS>EPSG:25833</CRS><CRS>CRS:84</CRS><EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>
<BoundingBox CRS="CRS:84" minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>${boxes}<Style><Name>cover_${index % 12}</Name><Title>Cover</Title><LegendURL width="20" height="20"><Format>image/png</Format><OnlineResource xlink:type="simple" xlink:href="http://example.org/wms?request=GetLegendGraphic&amp;layer=dataset_${index}"/></LegendURL></Style></Layer>\n`;
  },
  closing: '</Layer></Capability></WMS_Capabilities>\n',
};

const wfs: DocumentShape = {
  kind: 'wfs',
  version: '2.0.0',
  opening: `${declaration}<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns="http://www.opengis.net/wfs/2.0" xmlns:ows="http://www.opengis.net/ows/1.1" ${xlink}>${owsHead('WFS', '2.0.0')}<FeatureTypeList>`,
  dataset: (index, bulk) =>
    `<FeatureType><Name>region:dataset_${index}</Name><Title>${title(index)}</Title><Abstract>${abstract(index)}</Abstract><ows:Keywords><ows:Keyword>land cover</ows:Keyword><ows:Keyword>tile ${index % 400}</ows:Keyword></ows:Keywords><DefaultCRS>urn:ogc:def:crs:EPSG::25833</DefaultCRS>${repeat(bulk, (code) => `<OtherCRS>urn:ogc:def:crs:EPSG::${25800 + code}</OtherCRS>\n`)}${owsBox(place(index))}</FeatureType>\n`,
  closing: '</FeatureTypeList></wfs:WFS_Capabilities>\n',
};

const wmts: DocumentShape = {
  kind: 'wmts',
  version: '1.0.0',
  opening: `${declaration}<Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" ${xlink}>${owsHead('OGC WMTS', '1.0.0')}<Contents>`,
  dataset: (index, bulk) =>
    `<Layer><ows:Title>${title(index)}</ows:Title><ows:Abstract>${abstract(index)}</ows:Abstract>${owsBox(place(index))}<ows:Identifier>dataset_${index}</ows:Identifier><Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>EPSG:3857</TileMatrixSet><TileMatrixSetLimits>${repeat(bulk, (level) => `<TileMatrixLimits><TileMatrix>EPSG:3857:${level}</TileMatrix><MinTileRow>${level * 3}</MinTileRow><MaxTileRow>${level * 5}</MaxTileRow><MinTileCol>${level * 3}</MinTileCol><MaxTileCol>${level * 5}</MaxTileCol></TileMatrixLimits>\n`)}</TileMatrixSetLimits></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="http://example.org/wmts/dataset_${index}/{TileMatrix}/{TileRow}/{TileCol}"/></Layer>\n`,
  closing: `<TileMatrixSet><ows:Identifier>EPSG:3857</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS><TileMatrix><ows:Identifier>EPSG:3857:0</ows:Identifier><ScaleDenominator>5.59082263950831E8</ScaleDenominator><TopLeftCorner>-2.003750834E7 2.0037508E7</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>\n`,
};

const wcs: DocumentShape = {
  kind: 'wcs',
  version: '1.1.1',
  opening: `${declaration}<Capabilities version="1.1.1" xmlns="http://www.opengis.net/wcs/1.1.1" xmlns:ows="http://www.opengis.net/ows/1.1" ${xlink}>${owsHead('WCS', '1.1.1')}<Contents>`,
  dataset: (index, bulk) =>
    `<CoverageSummary><ows:Title>${title(index)}</ows:Title><ows:Abstract>${abstract(index)}</ows:Abstract><ows:Keywords><ows:Keyword>land cover</ows:Keyword></ows:Keywords>${owsBox(place(index))}${repeat(bulk, (code) => `<SupportedCRS>urn:ogc:def:crs:EPSG::${25800 + code}</SupportedCRS>\n`)}<SupportedFormat>image/tiff</SupportedFormat><Identifier>dataset_${index}</Identifier></CoverageSummary>\n`,
  closing: '</Contents></Capabilities>\n',
};

const cswRecords: DocumentShape = {
  kind: 'csw-records',
  version: '2.0.2',
  opening: `${declaration}<csw:GetRecordsResponse version="2.0.2" xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/" xmlns:ows="http://www.opengis.net/ows"><csw:SearchStatus timestamp="2026-01-01T00:00:00Z"/><csw:SearchResults numberOfRecordsMatched="1" numberOfRecordsReturned="1" nextRecord="0">`,
  dataset: (index, bulk) => {
    const { west, south, east, north } = place(index);
    return `<csw:Record><dc:identifier>urn:uuid:dataset-${index}</dc:identifier><dc:title>${title(index)}</dc:title><dc:type>dataset</dc:type><dc:subject>land cover</dc:subject><dct:abstract>${abstract(index)}</dct:abstract><dct:modified>2020-01-01</dct:modified>${repeat(bulk, (entry) => `<dct:references scheme="WWW:LINK">http://example.org/files/${index % 50}/${entry}.zip</dct:references>\n`)}<ows:BoundingBox crs="urn:x-ogc:def:crs:EPSG:6.11:4326"><ows:LowerCorner>${south} ${west}</ows:LowerCorner><ows:UpperCorner>${north} ${east}</ows:UpperCorner></ows:BoundingBox></csw:Record>\n`;
  },
  closing: '</csw:SearchResults></csw:GetRecordsResponse>\n',
};

export const shapes: readonly DocumentShape[] = [wms, wfs, wmts, wcs, cswRecords];

/** Writes datasets until the file has `bytes`, or exactly `count` of them with the required bulk. */
export function writeDocument(path: string, shape: DocumentShape, bytes: number, count?: number): number {
  const bulk = count === undefined ? 2 : bulkFor(shape, bytes / count);
  const file = openSync(path, 'w');
  let written = writeSync(file, shape.opening);
  let index = 0;
  for (; count === undefined ? written < bytes : index < count; index++) {
    written += writeSync(file, shape.dataset(index, bulk));
  }
  writeSync(file, shape.closing);
  closeSync(file);
  return index;
}

function bulkFor(shape: DocumentShape, bytesPerDataset: number): number {
  const [none, ten] = [shape.dataset(1000, 0).length, shape.dataset(1000, 10).length];
  return Math.max(0, Math.round(((bytesPerDataset - none) * 10) / (ten - none)));
}
