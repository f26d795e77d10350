// Normalizes the spellings of coordinate reference systems.

/** Codes of Web Mercator, including those from before EPSG assigned 3857. */
const webMercator = new Set([
  'EPSG:3857',
  'EPSG:900913',
  'EPSG:3785',
  'EPSG:102100',
  'EPSG:102113',
  'ESRI:102100',
  'ESRI:102113',
]);

const crs84Names = /^(?:urn:(?:x-)?ogc:def:crs:)?(?:OGC|CRS)[:/](?:[\d.]*[:/])?(?:CRS)?[:]?84$/i;

/** 'EPSG:4326', 'CRS:84', 'AUTO2:42001,…'; unknown spellings unchanged. Null for an empty text. */
export function readCrs(raw: string): string | null {
  const text = raw.trim();
  if (text === '') return null;
  if (crs84Names.test(text) || /\/def\/crs\/OGC\/[^/]*\/CRS84$/i.test(text)) return 'CRS:84';
  const epsg =
    /^(?:urn:(?:x-)?ogc:(?:def:)?crs:)?epsg:(?:[\d.]*:)?(\d{1,7})$/i.exec(text) ??
    /\/def\/crs\/EPSG\/[^/]*\/(\d{1,7})$/i.exec(text) ??
    /epsg\.xml#(\d{1,7})$/i.exec(text);
  if (epsg !== null) return `EPSG:${Number(epsg[1])}`;
  const authority = /^([a-z][a-z0-9_]{0,19}):([\w.,+-]{1,100})$/i.exec(text);
  if (authority !== null) return `${authority[1]!.toUpperCase()}:${authority[2]}`;
  return text;
}

/** One element may list several: separated by spaces in WMS 1.1.0 and earlier, by commas on some servers. */
export function readCrsList(raw: string): readonly string[] {
  const text = raw.trim();
  // PROJ strings and AUTO parameters contain the separators themselves.
  const parts = text.startsWith('+') ? [text] : /^AUTO/i.test(text) ? text.split(/\s+/) : text.split(/[\s,]+/);
  return parts.map(readCrs).filter((crs) => crs !== null);
}

export function isWebMercator(crs: string): boolean {
  return webMercator.has(crs);
}

/**
 * EPSG codes 4001–4999 are geographic systems except these: projected ones, the geocentric one in use, and those with a
 * prime meridian of Paris or Ferro, or in grads. `toWgs84` supports most of them.
 */
const otherCodes = (
  '4026 4037-4038 4048-4051 4056-4063 4071 4082-4083 4087-4088 4093-4096 4217 4390-4415 4417-4434 4437-4439 4455-4457 ' +
  '4462 4467 4471 4474 4484-4489 4491-4554 4559 4568-4589 4647 4652-4656 4766-4822 4825-4880 4901-4904 4978'
)
  .split(' ')
  .map((range) => range.split('-').map(Number));

/** The coordinates are degrees of longitude and latitude. */
export function isGeographic(crs: string): boolean {
  if (/^CRS:(?:84|83|27)$/.test(crs)) return true;
  const code = Number(/^EPSG:(\d+)$/.exec(crs)?.[1]);
  if (!(code >= 4001 && code <= 4999)) return false;
  return !otherCodes.some(([first = 0, last = first]) => code >= first && code <= last);
}

/** WMS 1.3.0, 6.7.3: axes in the authority's order; EPSG has latitude first for geographic systems. */
export function hasLatitudeFirst(crs: string, version: string | null): boolean {
  return version === '1.3.0' && crs.startsWith('EPSG:') && isGeographic(crs);
}
