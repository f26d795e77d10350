// The site a host belongs to: map servers often run on a host of their own beside the pages that list them.
import { LRUCache } from 'lru-cache';
import { siteOf } from '../base/url/url.ts';

const remembered = 8192;

/** 'example.org' for 'www.example.org', 'gis.example.org:8080' and 'example.org'. Cached per host. */
export function createSiteOfHost(): (host: string) => string {
  const known = new LRUCache<string, string>({ max: remembered });
  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const site = siteOfHost(host);
    known.set(host, site);
    return site;
  };
}

/** Strips one label, down to the registrable domain: departments of a university differ like organizations. */
export function siteOfHost(host: string): string {
  const port = host.lastIndexOf(':');
  const name = port > 0 && !host.endsWith(']') ? host.slice(0, port) : host;
  return siteOf(name) === name ? name : name.slice(name.indexOf('.') + 1);
}
