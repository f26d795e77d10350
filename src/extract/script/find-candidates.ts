// Notes of a script → candidates: the rules of [JSWMS] in their order.
import { readOwsQuery, withoutQuery } from '../../base/url/ows-url.ts';
import { aliasRule } from './call-aliases.ts';
import { locationsOf } from './entries.ts';
import { type Evaluator, writtenTexts } from './evaluate.ts';
import { siteValues } from './folder-types.ts';
import { isRequest, isServiceHelper, ruleFor } from './map-calls.ts';
import { addressFields, readServiceObject, readTitle } from './map-objects.ts';
import type { Notes, Site } from './scope.ts';
import { isUrlText, looksLikeMapServer, looksLikeService, serviceAddress } from './service-url.ts';
import { type Node, nodeAt, nodesAt, propertyName, textAt, unwrap } from './syntax.ts';
import {
  hasUrlStart,
  holdsServiceWord,
  isConfiguration,
  isServiceName,
  isTileOrPage,
  isWebAddress,
  starredLayer,
} from './text-shape.ts';
import { hole, type SourceLocation, textsOf, textValue, type Value } from './value.ts';

/** How a candidate was found: by a map call, by an object that describes a service, by its own text. */
export type Rule = 'call' | 'object' | 'request' | 'name' | 'text';

export interface Candidate {
  /** Absolute, or relative to the page. */
  readonly url: string;
  /** Id of the kind the script uses it as; null if unknown. */
  readonly kind: string | null;
  /** Adjacent title or layer name. */
  readonly title: string;
  readonly rule: Rule;
  /** A configuration the script loads, to be fetched and read in iteration. */
  readonly isConfig: boolean;
}

/** More than any map has; a script with more is a list of everything. */
const maxCandidates = 2_000;
/** Evaluations per type of note: many calls of a bundle look like map calls. */
const maxEvaluations = 5_000;

/** Steps for one request: bundles are full of them, and few are sent to a service. */
const requestSteps = 2_000;

interface Search {
  readonly evaluator: Evaluator;
  readonly found: Map<string, Candidate>;
  evaluations: number;
  /** Texts whose `{s}` a call has filled: found again elsewhere, they aren't a second service. */
  readonly filled: Set<string>;
}

/** The caller excludes library code; here every note counts. */
export function findCandidates(notes: Notes, evaluator: Evaluator): readonly Candidate[] {
  const search: Search = { evaluator, found: new Map(), evaluations: 0, filled: new Set() };
  readEach(search, notes.calls, readCall);
  readEach(search, notes.elements, readElement);
  readEach(search, notes.objects, readObject);
  readEach(search, notes.named, readNamed);
  readEach(search, notes.texts, (it, site) => readText(it, site, looksLikeService));
  readEach(search, notes.sums, readSum);
  // Rule 2, only if rule 1 had no result.
  const isEmpty = [...search.found.values()].every(({ isConfig }) => isConfig);
  if (isEmpty) readEach(search, notes.texts, (it, site) => readText(it, site, looksLikeMapServer));
  return [...search.found.values()];
}

function readEach<T>(search: Search, items: readonly T[], read: (search: Search, item: T) => void): void {
  search.evaluations = 0;
  for (const item of items) read(search, item);
}

function readCall(search: Search, site: Site): void {
  const { node } = site;
  const callee = nodeAt(node, 'callee');
  if (callee === null || nodesAt(node, 'arguments').length === 0) return;
  const name = dottedCallee(callee);
  const rule = ruleFor(name) ?? aliasRule(search.evaluator, callee, site);
  if (rule !== null) {
    if (!mayEvaluate(search)) return;
    for (const location of locationsOf(search.evaluator, site)) {
      const args = argumentValues(search, node, location);
      const title = titleOf(search, args);
      const main = rule.argument === null ? [] : (args[rule.argument] ?? []);
      const options = args.flat().filter(({ type }) => type !== 'text');
      const found = [...main, ...options.flatMap((value) => fieldsOf(search, value, rule.fields))];
      const values = withSubdomain(search, found, options);
      addAll(search, values, { kind: rule.kind, title, rule: 'call' });
    }
  } else if (isRequest(name)) readRequest(search, site);
  else if (isServiceHelper(name)) readHelper(search, site);
  else if (/searchParams\.(?:set|append)$/.test(name)) readParameter(search, site);
}

/** `url.searchParams.set('service', 'WMS')`: the URL object's base is the service. */
function readParameter(search: Search, site: Site): void {
  const [name, value] = nodesAt(site.node, 'arguments').map((it) => (it?.type === 'Literal' ? String(it.value) : ''));
  if (readOwsQuery(`?${name}=${value}`) === null || !mayEvaluate(search)) return;
  const parameters = nodeAt(unwrap(nodeAt(site.node, 'callee') ?? site.node), 'object');
  const url = parameters === null ? null : nodeAt(unwrap(parameters), 'object');
  for (const location of url === null ? [] : locationsOf(search.evaluator, site))
    addAll(search, search.evaluator.values(url!, location), { kind: null, title: '', rule: 'request' });
}

/** `{s}` is replaced by the first of the subdomains in the options. */
function withSubdomain(
  { evaluator, found, filled }: Search,
  values: readonly Value[],
  options: readonly Value[],
): readonly Value[] {
  if (!values.some((value) => value.type === 'text' && value.text.includes('{s}'))) return values;
  const [first] = options.flatMap((value) => evaluator.field(value, 'subdomains'));
  const [listed] = first?.type === 'array' ? textsOf(first.items[0] ?? []) : [];
  const name = listed ?? (first?.type === 'text' ? first.text.charAt(0) : '');
  if (name === '') return values;
  return values.map((value) => {
    if (value.type !== 'text' || !value.text.includes('{s}')) return value;
    filled.add(value.text.trim());
    found.delete(serviceAddress(value.text) ?? '');
    return textValue(value.text.replaceAll('{s}', name));
  });
}

function mayEvaluate(search: Search, steps?: number): boolean {
  search.evaluator.begin(steps);
  return ++search.evaluations <= maxEvaluations && search.found.size < maxCandidates;
}

function argumentValues(search: Search, node: Node, location: SourceLocation): readonly (readonly Value[])[] {
  return nodesAt(node, 'arguments').map((argument) =>
    argument === null ? [] : search.evaluator.values(argument, location),
  );
}

function titleOf({ evaluator }: Search, args: readonly (readonly Value[])[]): string {
  const [first] = args[0] ?? [];
  const written = first?.type === 'text' && args.length > 1 && !isUrlText(first.text) ? first.text : '';
  return written === '' ? readTitle(evaluator, args.flat()) : written.slice(0, 200);
}

/** Fields of options, and of their `source` or `options`. */
function fieldsOf({ evaluator }: Search, value: Value, fields: readonly string[]): readonly Value[] {
  return fields.flatMap((field) => evaluator.field(value, field));
}

function readElement(search: Search, { node, scope }: Site): void {
  const name = textAt(nodeAt(node, 'name') ?? node, 'name');
  if (!/wms|wmts|wfs|tilelayer|arcgis|esri|^source$|featurelayer|mapimage/i.test(name) || !mayEvaluate(search)) return;
  const kind = /wmts/i.test(name) ? 'wmts' : /wms/i.test(name) ? 'wms' : null;
  for (const location of locationsOf(search.evaluator, { scope })) {
    for (const attribute of nodesAt(node, 'attributes')) {
      const written = attribute === null ? '' : textAt(nodeAt(attribute, 'name') ?? attribute, 'name');
      const value = attribute === null ? null : nodeAt(attribute, 'value');
      if (value !== null && (addressFields.includes(written) || written === 'data' || written === 'tiles'))
        addAll(search, search.evaluator.values(value, location), { kind, title: '', rule: 'call' });
    }
  }
}

function readObject(search: Search, site: Site): void {
  if (nodesAt(site.node, 'properties').length < 2) return;
  const { evaluator } = search;
  evaluator.begin();
  const first = { type: 'object', node: site.node, location: { scope: site.scope, frame: null } } as const;
  if (readServiceObject(evaluator, first) === null || !mayEvaluate(search)) return;
  for (const location of locationsOf(evaluator, site)) {
    const object = { ...first, location };
    const read = readServiceObject(evaluator, object);
    if (read !== null)
      addAll(search, read.values, { kind: read.kind, title: readTitle(evaluator, [object]), rule: 'object' });
  }
}

/** `fetch(…)` and the like: a service by its text or parameters, or a configuration of the map. */
function readRequest(search: Search, site: Site): void {
  if (!mayEvaluate(search, requestSteps)) return;
  const { evaluator } = search;
  for (const location of locationsOf(evaluator, site)) {
    const args = argumentValues(search, site.node, location).flat();
    const urls = [...args, ...args.flatMap((value) => fieldsOf(search, value, ['url', 'uri']))];
    const isService = args.some((value) => isServiceRequest(search, value));
    const texts = urls.flatMap((value) => (value.type === 'text' ? [value.text] : []));
    for (const text of texts.filter((it) => isUrlText(it))) {
      if (isService || looksLikeService(text)) add(search, text, { kind: null, title: '', rule: 'request' });
      else if (isConfiguration(text)) add(search, text, { kind: null, title: '', rule: 'request', isConfig: true });
      else if (/\.(?:geojson|kml|kmz|gml|gpx|topojson)(?:\?|$)/i.test(text))
        add(search, text, { kind: null, title: '', rule: 'request' });
    }
  }
}

/** `{ data: { service: 'WFS', request: 'GetFeature' } }`. */
function isServiceRequest({ evaluator }: Search, value: Value): boolean {
  const objects = [
    value,
    ...['data', 'params', 'query', 'searchParams'].flatMap((name) => evaluator.field(value, name)),
  ];
  return objects.some((object) => {
    const keys = evaluator.keys(object).map((key) => key.toLowerCase());
    return (
      keys.includes('request') && (keys.includes('service') || keys.includes('layers') || keys.includes('version'))
    );
  });
}

function readHelper(search: Search, site: Site): void {
  if (!mayEvaluate(search)) return;
  for (const location of locationsOf(search.evaluator, site)) {
    const args = argumentValues(search, site.node, location);
    const options = args.flat().filter(({ type }) => type !== 'text');
    const values = [...args.flat(), ...options.flatMap((value) => fieldsOf(search, value, addressFields))];
    const listed = values.flatMap((value) => (value.type === 'array' ? value.items.flat() : [value]));
    const urls = listed.filter((value) => value.type === 'text' && isWebAddress(value.text));
    addAll(search, urls, { kind: null, title: titleOf(search, args), rule: 'call' });
  }
}

function readNamed(search: Search, { name, site }: Notes['named'][number]): void {
  if (!isServiceName(name) || !mayEvaluate(search)) return;
  const values = siteValues(search.evaluator, site);
  for (const value of values.flatMap((it) => namedAddresses(search, it))) {
    if (value.type !== 'text' || !isWebAddress(value.text)) continue;
    // A prefix of a resolved call is only a part of it.
    const part = serviceAddress(value.text);
    if (part !== null && ![...search.found.keys()].some((url) => url.startsWith(part)) && !isTileOrPage(part))
      add(search, value.text, { kind: null, title: '', rule: 'name' });
  }
}

/** The texts of a list, and the URLs of options: `wmsParams: { url: '…' }`. */
function namedAddresses(search: Search, value: Value): readonly Value[] {
  if (value.type === 'array') return value.items.flat();
  return value.type === 'object' ? fieldsOf(search, value, addressFields) : [value];
}

/** A text that names a service by itself, anywhere: `https://host/geoserver/wms`. */
function readText(search: Search, site: Site, looks: (url: string) => boolean): void {
  const text = site.node.type === 'Literal' ? textAt(site.node, 'value') : '';
  const starred = starredLayer(text);
  if (starred !== null) add(search, starred.url, { kind: starred.kind, title: starred.title, rule: 'text' });
  if (site.node.type === 'TemplateLiteral' ? !hasUrlStart(site.node) : !/^\s*(?:https?:)?\/\/[\w[{]/i.test(text))
    return;
  if (site.node.type === 'Literal' && (!isUrlText(text.trim()) || !looks(text))) return;
  readWhole(search, site, looks);
}

function readWhole(search: Search, site: Site, looks: (url: string) => boolean): void {
  if (!mayEvaluate(search)) return;
  const values = locationsOf(search.evaluator, site).flatMap((location) =>
    search.evaluator.values(site.node, location),
  );
  for (const value of values) {
    if (value.type !== 'text' || !isWebAddress(value.text.trim())) continue;
    const url = serviceAddress(value.text);
    if (url === null || !looks(/[{}ꙮ]/.test(withoutQuery(value.text)) ? url : value.text) || isTileOrPage(url))
      continue;
    if (![...search.found.keys()].some((known) => known.startsWith(url)))
      add(search, value.text, { kind: null, title: '', rule: 'text' });
  }
}

function readSum(search: Search, site: Site): void {
  if (holdsServiceWord(site.node)) readWhole(search, site, looksLikeService);
}

type CandidateFacts = Pick<Candidate, 'kind' | 'title' | 'rule'> & { readonly isConfig?: boolean };

/** Adds every URL among values: texts, lists of texts, objects with one, functions that return one. */
function addAll(search: Search, values: readonly Value[], facts: CandidateFacts): void {
  for (const value of flattened(search, values)) add(search, value, facts);
}

function flattened({ evaluator }: Search, values: readonly Value[]): string[] {
  return values.flatMap((value): string[] => {
    if (value.type === 'array')
      return value.items.flatMap((item) => item.flatMap((it) => (it.type === 'text' ? [it.text] : [])));
    if (value.type === 'name') return writtenTexts(evaluator, [value]).filter((text) => text !== hole && text !== '');
    if (value.type === 'function') return textsOf(evaluator.apply(value, []));
    return value.type === 'text' ? [value.text] : textsOf(evaluator.field(value, 'url'));
  });
}

function add({ found, filled }: Search, text: string, { isConfig = false, ...facts }: CandidateFacts): boolean {
  const trimmed = text.trim();
  if (found.size >= maxCandidates || filled.has(trimmed) || !isUrlText(trimmed)) return false;
  const url = serviceAddress(trimmed);
  if (url === null) return false;
  const known = found.get(url);
  if (known === undefined || (known.kind === null && facts.kind !== null)) found.set(url, { url, isConfig, ...facts });
  return true;
}

/** The name of the callee, as written: `OpenLayers.Layer.WMS`. */
function dottedCallee(callee: Node): string {
  const names: string[] = [];
  let at = unwrap(callee);
  while (at.type === 'MemberExpression' && names.length < 12) {
    names.push(propertyName(at) ?? '');
    const object = nodeAt(at, 'object');
    if (object === null) break;
    at = unwrap(object);
  }
  if (at.type === 'Identifier') names.push(textAt(at, 'name'));
  // `L.tileLayer(…).addTo(map)`: the object of a chained call isn't part of its name.
  return names.reverse().join('.');
}
