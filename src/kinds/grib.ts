// GRIB: weather grids of the World Meteorological Organization.
import { readExtent } from '../base/geo/extent.ts';
import { fileTitle } from '../base/url/file-name.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Description } from '../model/resource.ts';
import * as file from './files/file-kind.ts';
import { readGribGrid } from './files/raster/grib.ts';

export const grib: ResourceKind = {
  id: 'grib',
  title: 'GRIB',
  family: 'file',
  specification: 'WMO-No. 306, FM 92 GRIB (editions 1 and 2)',
  tier: 2,
  forms: ['binary'],
  dataset: 'message',
  suspect: (link) =>
    file.suspectFile(link, { '.grib': 0.9, '.grib2': 0.95, '.grb': 0.85, '.grb2': 0.95, '.grib1': 0.95 }),
  probe: (url) => file.probeFile(url, 4096),
  identify: (document) => {
    const grid = readGribGrid(document.bytes);
    return grid === null ? [] : file.fileIdentity('grib', document, String(grid.edition));
  },
  describe,
  check: file.checkFile,
};

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const grid = readGribGrid(document.bytes);
  const title = fileTitle(document);
  const [west, south, east, north] = grid?.box?.map(String) ?? [];
  const { extent } = readExtent([west ?? null, south ?? null, east ?? null, north ?? null]);
  if (extent === null) tally.add('extent.missing', 'The grid of the first message is not by latitude and longitude.');
  const layers = [file.fileLayer(title, extent, file.noCrs, { time: grid?.time ?? null })];
  const formats = [`application/wmo-GRIB${grid?.edition ?? ''}`];
  return file.describeFile(document, { title, extent, layers, formats }, tally);
}
