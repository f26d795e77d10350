// How much a link looks like an OGC API, from its address and words alone.
import type { Link } from '../model/link.ts';
import { isTalk, splitAddress } from './address/api-address.ts';
import { type OgcApiPart, ogcApiParts } from './ogc-api/ogc-api-part.ts';

/** Where known products put their OGC API, and how sure that is. */
const paths: readonly (readonly [pattern: RegExp, score: number])[] = [
  [
    /\/collections\/[^/]+\/(?:items|queryables|schema|tiles|coverage|position|area|cube|locations)(?:\.json)?(?:\/|$)/,
    0.7,
  ],
  [/\/ogc\/(?:features|tiles|maps|styles|coverages|records|dggs|images|processes)(?:\/v\d)?(?:\/|$)/, 0.9],
  // QGIS Server's, and the working name of the standard.
  [/\/wfs3(?:[/.]|$)/, 0.9],
  [/\/(?:ogc-?api|oapif?|oafeat|oa_?features|pygeoapi|ldproxy|oarec)(?:[/.]|$)/, 0.8],
  [/\/(?:oapi|ogcapi|wfs3)[-_]?[a-z]{0,20}(?:\/|$)/, 0.6],
  [/\/api\/search\/v1(?:\/|$)/, 0.7],
  [/\/conformance(?:\.json)?\/?$/, 0.5],
];

export function suspectOgcApi(link: Link, part: OgcApiPart): number {
  // Pages of a catalog are read as they are; asking for the landing page again would lose them.
  if (link.foundBy === 'catalog' && /\/items\?/.test(link.url)) return 0;
  const score = scoreOgcApi(link);
  if (score === 0) return 0;
  const named = ogcApiParts.find(
    (facts) => facts.part !== 'features' && facts.words.test(`${link.url} ${link.anchor}`),
  );
  // One request proves whichever part it is, so only the likeliest asks.
  return (named?.part ?? 'features') === part ? score : Math.min(score, 0.2);
}

function scoreOgcApi(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (/\/stac(?:\/|$)|^stac\./.test(`${path}${host}`) || isTalk(path, host)) return 0;
  const known = paths.find(([pattern]) => pattern.test(path))?.[1] ?? 0;
  const asksJson = /[?&]f=(?:json|application(?:\/|%2f)json|html)(?:&|$)/.test(query);
  // Shops and museums have collections too.
  const collections = /\/collections(?:\/[^/]+)?\/?$/.test(path)
    ? asksJson
      ? 0.8
      : isGeoHost(host, path)
        ? 0.5
        : 0.1
    : 0;
  const words = /\bogc[ -]?api\b/i.test(link.anchor) ? 0.6 : /\bogc[ -]api\b/i.test(link.window) ? 0.3 : 0;
  return Math.max(known, collections, words);
}

function isGeoHost(host: string, path: string): boolean {
  return (
    /(?:^|[-.])(?:ogc|geo|gis|maps?|oapi|features|pygeoapi|wis2\w*)[-.\w]*/.test(host) ||
    /\/(?:ogc|geo\w*|oapi|api)\//.test(path)
  );
}
