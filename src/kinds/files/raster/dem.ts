// Elevation grids without a format of their own family: Esri ASCII grid, SRTM tiles, USGS DEM.
import { decodeName } from '../../../base/binary/byte-view.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { type ElevationGrid, readAsciiGrid, readSrtmTile, readUsgsDem } from './dem-formats.ts';

export const dem: ResourceKind = {
  id: 'dem',
  title: 'Elevation grid',
  family: 'file',
  specification: 'Esri ASCII grid; SRTM (.hgt); USGS DEM (1998)',
  tier: 2,
  forms: ['text', 'binary'],
  dataset: 'grid',
  suspect: (link) => {
    const score = file.suspectFile(link, { '.asc': 0.6, '.hgt': 0.8, '.dem': 0.7, '.grd': 0.4 });
    return /\/[ns]\d{2}[ew]\d{3}\.hgt$/i.test(link.url.replace(/[?#].*$/s, '')) ? 0.95 : score;
  },
  probe: (url) => file.probeFile(url, 4096),
  identify: (document) => (readGrid(document) === null ? [] : file.fileIdentity('dem', document)),
  describe,
  more: (document) => (readGrid(document)?.isWithoutCrs === true ? besideGrid(document) : null),
  check: file.checkFile,
};

function readGrid(document: Document): ElevationGrid | null {
  return readAsciiGrid(document) ?? readSrtmTile(document) ?? readUsgsDem(document);
}

/** The .prj beside an ASCII grid; null if the URL can't have one, or if it was already requested. */
function besideGrid(document: Document): ProbeRequest | null {
  const url = prjUrl(document);
  return url === null || document.parts.some((part) => part.url === url) ? null : { url, range: [0, 16_383] };
}

function prjUrl(document: Document): string | null {
  const match = /^([^?#]+)\.(?:asc|grd|txt)$/i.exec(document.finalUrl);
  return match === null ? null : `${match[1]}.prj`;
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const grid = readGrid(document);
  if (grid === null) return file.describeFile(document, {}, tally);
  const prj = document.parts.find(({ url, status }) => status < 300 && url === prjUrl(document));
  const crs = prj === undefined ? grid.crs : file.crsOfWkt(decodeName(prj.bytes.subarray(0, 20_000)));
  const title = grid.title || fileTitle(document);
  const extent = grid.box === null ? null : file.fileExtent(grid.box, crs, tally);
  const layers = [file.fileLayer(title, extent, crs)];
  return file.describeFile(document, { title, extent, layers, formats: [grid.format] }, tally);
}
