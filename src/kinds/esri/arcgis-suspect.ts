// How much a link looks like ArcGIS REST, from its address alone, and what to ask of it.
import type { ProbeRequest } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import { type ArcgisAddress, arcgisJson, readArcgisAddress, type ServiceType } from './arcgis-address.ts';

/** Above any doubt: the path is the interface's own. */
const certain = 0.95;

/** A layer or an operation of a service is a lead to the service. */
export function suspectService(link: Link, type: ServiceType): number {
  const address = readArcgisAddress(link.url);
  if (address === null || address.type !== type || isTemplate(link.url)) return 0;
  return address.path === '' ? 0.3 : certain;
}

/** The service itself as JSON, whatever layer or operation the address names. */
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
  // The root of the interface, and the site itself under the name it is given by default.
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

/** Folders are one level deep, rarely two; further down is something else that happens to be called so. */
function isFolder({ path }: ArcgisAddress): boolean {
  return path.split('/').length <= 2 && !/\.\w{1,5}$/.test(path);
}

function isTemplate(url: string): boolean {
  return /\{[a-z]|%7b/i.test(url.replace(/[?#].*$/s, ''));
}

/** Asks for JSON at an address that is not the interface's own, as of a saved copy or a proxy. */
function withJson(url: string): string {
  const target = new URL(url);
  target.hash = '';
  for (const name of [...target.searchParams.keys()]) if (name.toLowerCase() === 'f') target.searchParams.delete(name);
  return `${target.href}${target.search === '' ? '?' : '&'}f=json`.replace('??', '?');
}
