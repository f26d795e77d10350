// Web-accessible folders: directory listings with geodata or metadata records in them.
import { withoutExtension } from '../../base/url/file-name.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { type Listing, type ListingEntry, readListing } from './waf-listing.ts';

/** Extensions of geodata only. */
const geodata =
  /\.(?:shp|shz|gpkg|geojson|topojson|kml|kmz|gml|gpx|fgb|pmtiles|mbtiles|tiff?|cog|jp2|sid|ecw|img|vrt|asc|dem|hgt|dt[012]|nc|nc4|cdf|grib2?|grb2?|hdf5?|h5|zarr|las|laz|e00|mif|tab|dgn|dwg|dxf|gdb|gdb\.zip|shp\.zip|geoparquet|parquet|adf|bil|sqlite|fgdc\.xml)$/i;
/** These may be geodata or anything else; the folder's name decides. */
const ambiguous = /\.(?:xml|zip|json|csv|7z|tar\.gz|tgz|gz)$/i;
const geoWords =
  /geo|gis|shape|shp|spatial|lidar|\bdem\b|\bdtm\b|ortho|raster|vector|metadata|\biso\d{0,5}\b|fgdc|inspire|waf|\bmaps?\b|carto|parcel|cadast|boundar|hydro|landsat|sentinel|netcdf|climate/i;

export const waf: ResourceKind = {
  id: 'waf',
  title: 'Web-accessible folder',
  family: 'catalog',
  specification: 'Directory listings of web servers',
  tier: 2,
  forms: ['html'],
  dataset: 'file',
  suspect: ({ url, anchor }) => {
    const { path } = splitAddress(url);
    if (!path.endsWith('/') || path.length < 2) return 0;
    if (/\/waf\//.test(path) || /web[- ]accessible folder/i.test(anchor)) return 0.7;
    return /\/(?:gisdata|geodata|shapefiles?|pub|ftp|metadata|download)\//.test(path) ? 0.3 : 0;
  },
  probe: (url) => [{ url }],
  identify,
  describe,
  check: checkAddress,
};

function identify(document: Document): readonly Identity[] {
  const listing = readListing(document);
  if (listing === null) return [];
  const isNamed = /\/waf\//i.test(document.finalUrl) && listing.entries.some(({ isFolder }) => isFolder);
  if (!isNamed && datasetsOf(document, listing).length === 0) return [];
  return [{ kind: 'waf', version: null, endpoint: document.finalUrl.replace(/[?#].*$/s, '') }];
}

/**
 * Data files; archives and XML count if the folder is about geodata (known for subfolders of one that is), or if all
 * files are records.
 */
export function datasetsOf(document: Document, { entries }: Listing, isKnown = false): readonly ListingEntry[] {
  const files = entries.filter(({ isFolder, name }) => !isFolder || /\.(?:gdb|zarr)$/i.test(name));
  const certain = files.filter(({ name }) => geodata.test(name));
  const uncertain = files.filter(({ name }) => !geodata.test(name) && ambiguous.test(name));
  const isGeographic = isKnown || geoWords.test(splitAddress(document.finalUrl).path) || certain.length > 0;
  const records = files.filter(({ name }) => /\.xml$/i.test(name));
  const isAllRecords = records.length >= 3 && records.length === files.length && !/maven|pom/i.test(document.finalUrl);
  return isGeographic ? [...certain, ...uncertain] : isAllRecords ? records : certain;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const listing = readListing(document);
  if (listing === null) return records.describe(document, {});
  for (const { name, url } of datasetsOf(document, listing)) {
    records.add({ name, title: withoutExtension(name) });
    records.link(url, name);
  }
  for (const { url, name, isFolder } of listing.entries) if (isFolder) records.link(url, name);
  return records.describe(document, { title: listing.title, software: document.headers.server?.split(' ')[0] || null });
}
