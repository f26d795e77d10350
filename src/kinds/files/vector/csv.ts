// Delimited text with coordinate columns or a geometry column.

import { joinedDocument, restOfText } from '../../../base/document/joined-document.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import type { Description } from '../../../model/resource.ts';
import { Bounds, type Box } from '../../geometry/bounds.ts';
import * as file from '../file-kind.ts';
import { type CsvLocations, findPlaces, isPlace } from './csv-places.ts';
import { readCsvTable } from './csv-table.ts';

export const csv: ResourceKind = {
  id: 'csv',
  title: 'CSV with coordinates',
  family: 'file',
  specification: 'RFC 4180; columns of latitude and longitude, or of WKT',
  tier: 2,
  forms: ['text'],
  dataset: 'table',
  suspect: (link) => {
    const score = file.suspectFile(link, { '.csv': 0.3, '.tsv': 0.3 });
    return score > 0 && /geo|coord|lat|station|location|standort|gis|\bpoi/i.test(`${link.url} ${link.anchor}`)
      ? 0.5
      : score;
  },
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => (readPlaces(document) === null ? [] : file.fileIdentity('csv', document)),
  describe,
  more: (document) => (readPlaces(document) === null ? null : restOfText(document)),
  check: file.checkFile,
};

const headBytes = 64 * 1024;
const maxRows = 1_000_000;

function readPlaces(document: Document): CsvLocations | null {
  const whole = joinedDocument(document);
  if (whole.form !== 'text') return null;
  const table = readCsvTable(new TextDecoder(whole.charset).decode(whole.bytes.subarray(0, headBytes)));
  return table === null ? null : findPlaces(table);
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const places = readPlaces(document);
  if (places === null) return file.describeFile(document, {}, tally);
  const whole = joinedDocument(document);
  const isWhole = whole.partial === null;
  if (!isWhole) tally.add('file.partly-read', 'Only the start of the file was read.');
  const bounds = new Bounds();
  let count = 0;
  for (const row of readCsvTable(whole.text())?.rows() ?? []) {
    if (++count > maxRows) break;
    for (const [x, y] of places.positions(row)) {
      if (!places.isDegrees || isPlace(x, y)) bounds.add(x, y);
      // Text in place of numbers means that there is no position.
      else if (Number.isFinite(x) && Number.isFinite(y))
        tally.add('extent.invalid', "A row has coordinates that aren't degrees; it was skipped.", `${y}, ${x}`);
    }
  }
  const box = isWhole ? bounds.box() : null;
  const crs = box === null ? places.crs : crsOfBox(box, places);
  const extent = box === null ? null : file.fileExtent(box, crs, tally);
  const title = fileTitle(document);
  const keywords = places.header.slice(0, 50).map(copyString);
  const layer = file.fileLayer(title, extent, crs, { keywords, ...(isWhole ? { featureCount: count } : {}) });
  return file.describeFile(document, { title, extent, layers: [layer], formats: ['text/csv'] }, tally);
}

/** Geometries without a CRS are in degrees if all of them can be. */
function crsOfBox([minX, minY, maxX, maxY]: Box, { crs }: CsvLocations): file.FileCrs {
  return crs.definition === null && isPlace(minX, minY) && isPlace(maxX, maxY) ? file.wgs84 : crs;
}
