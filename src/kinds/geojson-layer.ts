// The one layer a GeoJSON document is; shared by the whole document and the line by line form.

import { readExtent } from '../base/geo/extent.ts';
import { detach } from '../base/text/copy-string.ts';
import type { ProblemTally } from '../describe/problem-tally.ts';
import type { Extent } from '../model/extent.ts';
import type { Layer } from '../model/resource.ts';
import { fileExtent, fileLayer } from './files/file-kind.ts';
import type { GeojsonReading } from './files/vector/geojson-reader.ts';

/** Where only the beginning was read, its coordinates do not tell the extent of the whole. */
export function describeGeojsonLayer(
  name: string,
  reading: GeojsonReading,
  isWhole: boolean,
  tally: ProblemTally,
): Layer {
  const { box, isBoxGiven, isBoxFalse, crs, featureCount, geometryTypes, properties } = reading;
  if (isBoxFalse) tally.add('extent.invalid', 'The bbox of the document does not hold its coordinates; these count.');
  if (!isWhole) tally.add('file.partly-read', 'Only the beginning of the file was read.');
  else if (geometryTypes.size === 0) tally.add('file.empty', 'The file holds no features.');
  const isUsable = box !== null && (isWhole || isBoxGiven);
  if (isWhole && box === null && geometryTypes.size > 0) tally.add('extent.missing', 'No feature has a geometry.');
  const types = [...geometryTypes.keys()].filter((type) => type !== 'null' && type !== '');
  return fileLayer(name, isUsable ? readBox(reading, tally) : null, crs, {
    keywords: [...types, ...properties].map(detach),
    ...(isWhole ? { featureCount } : {}),
  });
}

/** A bbox of its own may cross the antimeridian (RFC 7946, 5.2); and other things may be wrong with it. */
function readBox({ box, isBoxGiven, crs }: GeojsonReading, tally: ProblemTally): Extent | null {
  if (box === null) return null;
  if (!isBoxGiven || crs.definition !== 'CRS:84') return fileExtent(box, crs, tally);
  const [west, south, east, north] = box.map(String) as [string, string, string, string];
  const { extent, problem } = readExtent([west, south, east, north]);
  if (problem !== null) tally.add(problem, 'The bbox of the document is odd.', box.join(', '));
  return extent;
}
