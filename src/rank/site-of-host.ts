// The site a host belongs to: map servers often have a machine of their own beside the pages that list them.
import { siteOf } from '../base/url/url.ts';
import { createRecent } from './recent.ts';

const remembered = 4096;

/** 'example.org' for 'www.example.org', 'gis.example.org:8080' and 'example.org'. Names are cut once and remembered. */
export function createSiteOfHost(): (host: string) => string {
  const known = createRecent<string>(remembered);
  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const site = siteOfHost(host);
    known.set(host, site);
    return site;
  };
}

/** One label less, down to the registrable domain: departments of a university differ as organizations do. */
export function siteOfHost(host: string): string {
  const port = host.lastIndexOf(':');
  const name = port > 0 && !host.endsWith(']') ? host.slice(0, port) : host;
  return siteOf(name) === name ? name : name.slice(name.indexOf('.') + 1);
}
