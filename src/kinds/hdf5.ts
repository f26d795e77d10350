// HDF5 files about the earth that are not netCDF-4: HDF-EOS5 and others with latitudes and longitudes.

import { fileTitle } from '../base/url/file-name.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Description } from '../model/resource.ts';
import * as file from './files/file-kind.ts';
import { readCfExtent, readCfTime, readCfWords } from './files/raster/cf-attributes.ts';
import { hasHdf5Name, isHdf5, readHdf5Attribute } from './hdf5-attributes.ts';

export const hdf5: ResourceKind = {
  id: 'hdf5',
  title: 'HDF5 with geographic data',
  family: 'file',
  specification: 'OGC 18-043r3 (HDF5), HDF-EOS5',
  tier: 2,
  forms: ['binary'],
  dataset: 'file',
  suspect: (link) => file.suspectFile(link, { '.he5': 0.9, '.h5': 0.5, '.hdf5': 0.5, '.hdf': 0.5 }),
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => (isGeographic(document.bytes) ? file.fileIdentity('hdf5', document) : []),
  describe,
  check: file.checkFile,
};

/** Weights of neural networks are HDF5 too: a sign of the earth must be in the bytes that were read. */
const signs = [
  ...['HDFEOS', 'HDFEOS INFORMATION', 'StructMetadata.0', 'geospatial_lat_min', 'latitude', 'Latitude', 'lat', 'XDim'],
  ...['grid_mapping', 'degrees_north'],
];

function isGeographic(bytes: Uint8Array): boolean {
  return isHdf5(bytes) && hasHdf5Name(bytes, signs);
}

const described = [
  ...['title', 'Title', 'summary', 'description', 'institution', 'geospatial_lat_min', 'geospatial_lat_max'],
  ...['geospatial_lon_min', 'geospatial_lon_max', 'time_coverage_start', 'time_coverage_end', 'license'],
];

/** Names under which satellite products give their box, as ACDD calls them. */
const bounds = [
  ['geospatial_lat_min', 'SouthBoundingCoordinate'],
  ['geospatial_lat_max', 'NorthBoundingCoordinate'],
  ['geospatial_lon_min', 'WestBoundingCoordinate'],
  ['geospatial_lon_max', 'EastBoundingCoordinate'],
] as const;

function describe(document: Document): Description {
  const tally = new ProblemTally();
  const attributes = new Map<string, string>();
  for (const name of described) attributes.set(name, readHdf5Attribute(document.bytes, name) ?? '');
  for (const [name, other] of bounds)
    if (!attributes.get(name)) attributes.set(name, readHdf5Attribute(document.bytes, other) ?? '');
  const extent = readCfExtent(attributes, tally);
  if (extent === null) tally.add('extent.missing', 'The part of the file that was read does not say where it lies.');
  const words = readCfWords(attributes);
  const title = words.title || fileTitle(document);
  const layers = [file.fileLayer(title, extent, file.noCrs, { time: readCfTime(attributes) })];
  return file.describeFile(document, { ...words, title, extent, layers, formats: ['application/x-hdf5'] }, tally);
}
