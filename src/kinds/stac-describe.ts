// From a STAC document to a description.

import { unionExtents } from '../base/geo/extent.ts';
import { isObject, type JsonObject, numberAt, objectAt, objectsAt, stringAt } from '../base/json/json.ts';
import { detach } from '../base/text/copy-string.ts';
import { emptyDescription, emptyLayer } from '../describe/empty-description.ts';
import { ProblemTally } from '../describe/problem-tally.ts';
import type { Document } from '../model/document.ts';
import type { Description, Layer } from '../model/resource.ts';
import { linkTo, readJsonLinks } from './address/json-links.ts';
import { readBox, writeInterval } from './geometry/json-extent.ts';
import { readSoftware } from './ogc/ows/ows-software.ts';
import { maxLayers, readCollection, readKeywords, readProvider } from './records/json-collection.ts';
import { readStacDocument, type StacDocument } from './stac/stac-document.ts';
import { stacLinks } from './stac-links.ts';

export function describeStac(document: Document): Description {
  const documents = [document, ...document.parts].map(readStacDocument).filter((stac) => stac !== null);
  const problems = new ProblemTally();
  const layers = documents.flatMap((stac) => readLayers(stac, problems));
  const speaker = documents.find(({ shape }) => shape === 'api') ?? documents[0];
  if (speaker === undefined) return { ...emptyDescription, problems: document.problems };
  const { json, links } = speaker;
  const properties = objectAt(json, 'properties') ?? json;
  const license = stringAt(properties, 'license') || stringAt(json, 'license');
  return {
    ...emptyDescription,
    title: detach(stringAt(properties, 'title') || stringAt(json, 'title') || stringAt(json, 'id')),
    abstract: detach(stringAt(properties, 'description') || stringAt(json, 'description')),
    keywords: readKeywords(json).length > 0 ? readKeywords(json) : readKeywords(properties),
    provider: readProvider(properties) ?? readProvider(json),
    accessConstraints: license === '' ? (linkTo(links, 'license')?.url ?? null) : license,
    extent:
      readBox(json.bbox, problems) ?? unionExtents(layers.map(({ extent }) => extent).filter((one) => one !== null)),
    layers: layers.slice(0, maxLayers),
    layerCount: Math.max(layers.length, countInAll(documents)),
    formats: assetTypes(json),
    software: readSoftware(document, [document.finalUrl]),
    claimedUrl: linkTo(links, 'self')?.url ?? null,
    links: stacLinks(documents),
    problems: [...document.problems, ...problems.list()],
  };
}

function readLayers(stac: StacDocument, problems: ProblemTally): readonly Layer[] {
  const { shape, json, links, url } = stac;
  if (shape === 'collection') return [readCollection(json, links, problems)];
  if (shape === 'item') return assetLayers(json, problems);
  if (shape === 'catalog') return childLayers(stac);
  const collections = objectsAt(json, 'collections').map((one) =>
    readCollection(one, readJsonLinks(one, url), problems),
  );
  const items = objectsAt(json, 'features').map((one) => itemLayer(one, problems));
  return [...collections, ...items];
}

/** The assets of an item are what can be downloaded of it. */
function assetLayers(item: JsonObject, problems: ProblemTally): readonly Layer[] {
  const whole = itemLayer(item, problems);
  const assets = Object.entries(objectAt(item, 'assets') ?? {}).filter(([, asset]) => isObject(asset));
  return assets.map(([key, value]) => {
    const asset = value as JsonObject;
    const title = detach(stringAt(asset, 'title') || key);
    return { ...whole, name: detach(key), title, abstract: detach(stringAt(asset, 'description')) };
  });
}

export function itemLayer(item: JsonObject, problems: ProblemTally): Layer {
  const properties = objectAt(item, 'properties') ?? {};
  const id = detach(stringAt(item, 'id'));
  const crs = stringAt(properties, 'proj:code') || epsgOf(properties);
  const datetime = stringAt(properties, 'datetime');
  return {
    ...emptyLayer,
    name: id || null,
    title: detach(stringAt(properties, 'title') || id),
    abstract: detach(stringAt(properties, 'description')),
    extent: readBox(item.bbox, problems),
    crs: crs === '' ? [] : [crs],
    crsCount: crs === '' ? 0 : 1,
    time: datetime || writeInterval(properties.start_datetime, properties.end_datetime),
  };
}

/** The projection extension before 2.0 gave the bare number. */
function epsgOf(properties: JsonObject): string {
  const code = numberAt(properties, 'proj:epsg');
  return code === null ? '' : `EPSG:${code}`;
}

/** Children and items of a catalog, by the title of their link or the folder they lie in. */
function childLayers({ json }: StacDocument): readonly Layer[] {
  const links = objectsAt(json, 'links').filter((link) => /^(?:child|item)$/.test(stringAt(link, 'rel')));
  return links.slice(0, maxLayers).map((link) => {
    const href = stringAt(link, 'href');
    return { ...emptyLayer, name: detach(href) || null, title: detach(stringAt(link, 'title') || nameIn(href)) };
  });
}

function nameIn(href: string): string {
  const segments = (href.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  const last = segments.at(-1) ?? '';
  const isGeneric = /^(?:catalog|collection|index)\.json$/i.test(last);
  return (isGeneric ? segments.at(-2) : undefined) ?? last.replace(/\.json$/i, '');
}

/** `numberMatched`, or `context.matched` of earlier versions. */
function countInAll(documents: readonly StacDocument[]): number {
  const counts = documents.map(({ json }) => {
    const context = objectAt(json, 'context');
    return numberAt(json, 'numberMatched') ?? (context === null ? null : numberAt(context, 'matched')) ?? 0;
  });
  return Math.max(0, ...counts);
}

function assetTypes(json: JsonObject): readonly string[] {
  const assets = [objectAt(json, 'assets'), objectAt(json, 'item_assets')].flatMap((one) => Object.values(one ?? {}));
  const types = assets.filter(isObject).map((asset) => stringAt(asset, 'type'));
  return [...new Set(types.filter((type) => type !== ''))].slice(0, 100).map(detach);
}
