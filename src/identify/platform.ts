// Detects the product behind a page from headers, generator, title or URL, and its catalog locations.
import { type Platform, placesOf, platformAt, platforms } from '../describe/platforms.ts';
import type { Document } from '../model/document.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { Link } from '../model/link.ts';
import type { Lead } from './siblings.ts';
import { suspicions } from './suspicions.ts';

/** Characters within which a page names its generator and title. */
const headLength = 8192;
const generator = /<meta\s[^>]{0,200}?name\s?=\s?["']?generator["']?[^>]{0,300}>/i;
const content = /content\s?=\s?["']?([^"'>]{1,200})/i;
const title = /<title[^>]{0,80}>([^<]{1,200})/i;
/** A title identifies the product if it has nothing else in it: articles about products continue. */
const titleAlone = /^[^a-z]{0,20}([a-z0-9 ]{3,40}?)\s*(?:$|[:|·–—]|-\s)/;
/** Words required in any identifying URL: a fast path for nearly all URLs. */
const informativeAddress =
  /geonetwork|\/srv\/|geoserver|arcgis|\/portal\/|\/rest|thredds|erddap|opendap|opendatasoft|huwise|\/stac|geoportal/i;
/** Minimum suspicion for the locations of a kind's own product. */
const probable = 0.5;

/** Null for nearly every page. */
export function platformOf(document: Document): Platform | null {
  return (
    platforms.find((platform) => hasHeader(platform, document)) ??
    platformOnPage(document) ??
    (informativeAddress.test(document.finalUrl) ? platformAt(document.finalUrl) : null)
  );
}

function hasHeader({ headers = [] }: Platform, document: Document): boolean {
  return headers.some(([name, value]) => value.test((document.headers[name] ?? '').toLowerCase()));
}

function platformOnPage(document: Document): Platform | null {
  if (document.form !== 'html') return null;
  const head = document.text().slice(0, headLength);
  const made = (content.exec(generator.exec(head)?.[0] ?? '')?.[1] ?? '').toLowerCase();
  const named = titleAlone.exec((title.exec(head)?.[1] ?? '').toLowerCase().trim())?.[1] ?? '';
  const isOf = ({ signature }: Platform) => signature?.test(made) === true || signature?.exec(named)?.index === 0;
  return platforms.find(isOf) ?? null;
}

/** Catalog locations of a page's product, at most four; usually empty. */
export function platformLeads(document: Document, kinds: readonly ResourceKind[]): readonly Lead[] {
  const platform = platformOf(document);
  if (platform === null) return [];
  return placesOf(platform, document.finalUrl).flatMap((url) => {
    const link: Link = { url, foundBy: 'sibling', anchor: '', window: '', nofollow: false };
    const best = suspicions(link, kinds)[0];
    return best === undefined || best.score < probable ? [] : [{ kind: best.kind, url }];
  });
}
