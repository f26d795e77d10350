// A WMS capabilities document with any number of layers in groups, as large providers have them.
import { closeSync, openSync, writeSync } from 'node:fs';

const groupSize = 50;

function layer(index: number): string {
  const west = ((index * 7919) % 3500) / 10 - 175;
  const south = ((index * 104_729) % 1600) / 10 - 80;
  const box = `minx="${west}" miny="${south}" maxx="${west + 1.5}" maxy="${south + 1.25}"`;
  return `<Layer queryable="1"><Name>region_${index % 997}:dataset_${index}</Name>
<Title>Land cover of tile ${index}, second edition</Title><Abstract>Classified from imagery of ${1990 + (index % 30)} &amp; checked in the field.</Abstract>
<KeywordList><Keyword>land cover</Keyword><Keyword>features</Keyword><Keyword>tile ${index % 400}</Keyword></KeywordList>
<CRS>EPSG:25833</CRS><CRS>CRS:84</CRS><EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${west + 1.5}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${south + 1.25}</northBoundLatitude></EX_GeographicBoundingBox>
<BoundingBox CRS="CRS:84" ${box}/><Style><Name>cover_${index % 12}</Name><Title>Cover</Title></Style></Layer>
`;
}

/** Written in chunks: the document is larger than a string should be. */
export function writeWmsDocument(path: string, layerCount: number): void {
  const file = openSync(path, 'w');
  writeSync(
    file,
    '<?xml version="1.0" encoding="UTF-8"?>\n<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">',
  );
  writeSync(file, '<Service><Name>WMS</Name><Title>Tiles</Title></Service><Capability><Layer><Title>All</Title>');
  for (let code = 2000; code < 3000; code++) writeSync(file, `<CRS>EPSG:${code}</CRS>`);
  for (let first = 0; first < layerCount; first += groupSize) {
    const size = Math.min(groupSize, layerCount - first);
    const layers = Array.from({ length: size }, (_, offset) => layer(first + offset));
    writeSync(file, `<Layer><Title>Group ${first}</Title>${layers.join('')}</Layer>\n`);
  }
  writeSync(file, '</Layer></Capability></WMS_Capabilities>\n');
  closeSync(file);
}
