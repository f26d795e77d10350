// openEO API: processing of Earth observation data close to the data.

import { arrayAt, type JsonObject, objectsAt, readJsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { readUrl } from '../../base/url/url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity, Resource } from '../../model/resource.ts';
import { addressBelow, apiAddress, isTalk, splitAddress } from '../address/api-address.ts';
import { crawlLinks, jsonTypes, linkTo, readJsonLinks } from '../address/json-links.ts';
import { extentOfLayers } from '../geometry/bounds.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';
import { maxLayers, readCollection } from '../records/json-collection.ts';

export const openeo: ResourceKind = {
  id: 'openeo',
  title: 'openEO API',
  family: 'service',
  specification: 'openEO API 1.2 (from 0.4)',
  tier: 2,
  forms: ['json'],
  dataset: 'collection',
  suspect,
  probe,
  identify,
  describe,
  more: (document, { endpoint }) =>
    document.parts.length > 0 || readUrl(endpoint) === null
      ? null
      : { url: addressBelow(endpoint, 'collections'), accept: jsonTypes },
  check: ({ endpoint }: Resource) => [{ url: addressBelow(endpoint, 'collections', 'limit=1'), accept: jsonTypes }],
};

function suspect(link: Link): number {
  const { host, path } = splitAddress(link.url);
  if (isTalk(path, host)) return 0;
  if (/\/\.well-known\/openeo$/.test(path)) return 1;
  const isNamed = /(?:^|[-.])openeo\w*[-.]/.test(host) || /\/openeo(?:\/|$)/.test(path);
  if (isNamed) return /\/v?\d+\.\d[\w.]*\/?$|\/openeo\/?$/.test(path) ? 0.9 : path.length < 2 ? 0.6 : 0.4;
  return /\bopeneo\b/i.test(link.anchor) ? 0.3 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const root = apiAddress(url);
  const wellKnown = webUrl('/.well-known/openeo', root);
  const addresses = [root, wellKnown].filter((address) => address !== null);
  return [...new Set(addresses)].map((address) => ({ url: address, accept: jsonTypes }));
}

/** Capabilities, or the list of versions at `/.well-known/openeo`. */
function identify(document: Document): readonly Identity[] {
  const json = readJsonObject(document);
  if (json === undefined) return [];
  if (isCapabilities(json)) {
    return [{ kind: 'openeo', version: stringAt(json, 'api_version'), endpoint: apiAddress(document.finalUrl) }];
  }
  return listedVersions(json).flatMap((listed) => {
    const endpoint = webUrl(stringAt(listed, 'url'), document.finalUrl);
    return endpoint === null ? [] : [{ kind: 'openeo', version: stringAt(listed, 'api_version'), endpoint }];
  });
}

function isCapabilities(json: JsonObject): boolean {
  const endpoints = objectsAt(json, 'endpoints');
  return (
    /^\d+\.\d/.test(stringAt(json, 'api_version')) &&
    endpoints.some((endpoint) => /^\/(?:processes|collections|jobs|result)\b/.test(stringAt(endpoint, 'path')))
  );
}

function listedVersions(json: JsonObject): readonly JsonObject[] {
  const versions = objectsAt(json, 'versions');
  const isList = versions.length > 0 && versions.every((one) => 'api_version' in one && 'url' in one);
  return isList ? versions.slice(0, 20) : [];
}

function describe(document: Document, { endpoint }: Identity): Description {
  const json = readJsonObject(document) ?? {};
  const problems = new ProblemTally();
  const layers = document.parts.flatMap((part) =>
    objectsAt(readJsonObject(part) ?? {}, 'collections').map((collection) =>
      readCollection(collection, readJsonLinks(collection, part.finalUrl), problems),
    ),
  );
  const links = readJsonLinks(json, document.finalUrl);
  return {
    ...emptyDescription,
    title: copyString(stringAt(json, 'title')),
    abstract: copyString(stringAt(json, 'description')),
    extent: extentOfLayers(layers),
    layers: layers.slice(0, maxLayers),
    layerCount: layers.length,
    software: backendOf(json) ?? readSoftware(document, [endpoint]),
    claimedUrl: linkTo(links, 'self')?.url ?? null,
    accessConstraints: linkTo(links, 'terms-of-service')?.url ?? null,
    links: crawlLinks(
      links.filter(({ rel }) => rel === 'version-history' || rel === 'related'),
      'description',
    ),
    problems: [...document.problems, ...problems.list()],
  };
}

/** The back end's own name is its signature. */
function backendOf(json: JsonObject): string | null {
  const version = stringAt(json, 'backend_version');
  return version === '' || arrayAt(json, 'endpoints').length === 0 ? null : copyString(`openEO ${version}`);
}
