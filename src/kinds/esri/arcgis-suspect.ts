// How likely a link leads to ArcGIS REST, from its URL alone, and which requests to send.
import type { ProbeRequest } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import { type ArcgisAddress, arcgisJson, readArcgisAddress, type ServiceType } from './arcgis-address.ts';

/** Certain: the path is the API's own. */
const certain = 0.95;

/** A layer or an operation of a service leads to the service. */
export function suspectService(link: Link, type: ServiceType): number {
  const address = readArcgisAddress(link.url);
  if (address === null || address.type !== type || isTemplate(link.url)) return 0;
  return address.path === '' ? 0.3 : certain;
}

/** The service itself as JSON, for any of its layers or operations. */
export function probeService(url: string, type: ServiceType): readonly ProbeRequest[] {
  const address = readArcgisAddress(url);
  if (address !== null && address.type === type) return [{ url: arcgisJson(address) }];
  return [{ url: withJson(url) }];
}

/** A directory or folder: '…/rest/services', '…/rest/services/Water'. */
export function suspectDirectory(link: Link): number {
  const address = readArcgisAddress(link.url);
  if (address !== null) return address.type === null && !isTemplate(link.url) ? (isFolder(address) ? certain : 0.2) : 0;
  const path = link.url.replace(/[?#].*$/s, '');
  // The root of the API, and the site itself under its default name.
  if (/\/rest(?:\/info)?\/?$/i.test(path) && /\/(?:arcgis|server|ags|gis)\/rest/i.test(path)) return 0.7;
  if (/^https?:\/\/[^/]{1,200}\/arcgis\d{0,2}\/?$/i.test(path)) return 0.5;
  return 0;
}

export function probeDirectory(url: string): readonly ProbeRequest[] {
  const address = readArcgisAddress(url);
  if (address !== null)
    return [{ url: arcgisJson({ ...address, type: null, path: address.type === null ? address.path : '' }) }];
  const { origin, pathname } = new URL(url);
  const site = pathname.replace(/\/rest(?:\/info)?\/?$|\/$/i, '');
  return [{ url: `${origin}${site}/rest/services?f=json` }];
}

/** Folders are one level deep, rarely two; deeper paths are something else. */
function isFolder({ path }: ArcgisAddress): boolean {
  return path.split('/').length <= 2 && !/\.\w{1,5}$/.test(path);
}

function isTemplate(url: string): boolean {
  return /\{[a-z]|%7b/i.test(url.replace(/[?#].*$/s, ''));
}

/** Requests JSON at a URL outside the API, such as a saved copy or a proxy. */
function withJson(url: string): string {
  const target = new URL(url);
  target.hash = '';
  for (const name of [...target.searchParams.keys()]) if (name.toLowerCase() === 'f') target.searchParams.delete(name);
  return `${target.href}${target.search === '' ? '?' : '&'}f=json`.replace('??', '?');
}
