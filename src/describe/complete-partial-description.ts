// Completes a description written by a plugin; members of the wrong type are dropped and named.

import { formatValue } from '../base/text/format-value.ts';
import { webUrl } from '../base/url/web-url.ts';
import type { Extent } from '../model/extent.ts';
import type { Link } from '../model/link.ts';
import type { Problem } from '../model/problem.ts';
import type { Description, Layer, License, Provider } from '../model/resource.ts';
import { emptyDescription, emptyLayer } from './empty-description.ts';

type Members = Readonly<Record<string, unknown>>;
type Read<T> = (value: unknown) => T | undefined;

/** Longer lists are cut; `layerCount` counts all (security.md: nothing grows without bound). */
const maxLayers = 100_000;
const maxLinks = 100_000;

export interface Filled {
  readonly description: Description;
  /** One phrase per dropped member. */
  readonly faults: readonly string[];
}

/** `base` is the base URL of relative links. */
export function fillDescription(given: unknown, base: string): Filled {
  if (!isRecord(given)) return { description: emptyDescription, faults: [`it returned ${formatValue(given)}`] };
  const faults = new Set<string>();
  const layers = listOf(given, 'layers', faults).slice(0, maxLayers);
  const filled = layers.flatMap((layer) => fillLayer(layer, faults) ?? []);
  const links = listOf(given, 'links', faults).slice(0, maxLinks);
  const description: Description = {
    ...fill(given, emptyDescription, descriptionMembers, faults),
    layers: filled.map(withEarlierParent),
    layerCount: take(given, 'layerCount', wholeNumber, faults) ?? listOf(given, 'layers', faults).length,
    links: links.flatMap((link) => fillLink(link, base, faults) ?? []),
    problems: listOf(given, 'problems', faults).flatMap((problem) => fillProblem(problem, faults) ?? []),
  };
  return { description, faults: [...faults] };
}

const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);
const wholeNumber: Read<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
const texts: Read<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...value] : undefined;

function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

const extent: Read<Extent> = (value) => {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite)) return undefined;
  const [west, south, east, north] = value as [number, number, number, number];
  const isInDegrees = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
  return isInDegrees ? [west, south, east, north] : undefined;
};

const provider: Read<Provider> = (value) => {
  if (!isRecord(value)) return undefined;
  const member = (name: string) => text(value[name]) ?? null;
  return { organization: member('organization'), person: member('person'), email: member('email'), url: member('url') };
};

const cost: Read<'none' | 'some'> = (value) => (value === 'none' || value === 'some' ? value : undefined);

const license: Read<License> = (value) => {
  if (!isRecord(value)) return undefined;
  const open = typeof value.open === 'boolean' ? value.open : null;
  const { id, url, fees, constraints } = value;
  return {
    id: text(id) ?? null,
    url: text(url) ?? null,
    open,
    fees: cost(fees) ?? null,
    constraints: cost(constraints) ?? null,
  };
};

/** How each member is read; lists of objects are read separately. The type ensures that none is missing. */
type Readers<T> = { readonly [Name in keyof T]-?: Read<T[Name]> };
type Simple = Omit<Description, 'layers' | 'layerCount' | 'links' | 'problems' | 'fromRecords'>;

const descriptionMembers: Readers<Simple> = {
  title: text,
  abstract: text,
  keywords: texts,
  formats: texts,
  operations: texts,
  crs: texts,
  license: orNull(license),
  time: orNull(text),
  fees: orNull(text),
  accessConstraints: orNull(text),
  software: orNull(text),
  claimedUrl: orNull(text),
  provider: orNull(provider),
  extent: orNull(extent),
};

const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** Topics are always computed here. */
const layerMembers: Readers<Omit<Layer, 'topics'>> = {
  name: orNull(text),
  title: text,
  abstract: text,
  time: orNull(text),
  extent: orNull(extent),
  keywords: texts,
  crs: texts,
  styles: texts,
  metadataUrls: texts,
  crsCount: wholeNumber,
  parent: orNull(wholeNumber),
  featureCount: wholeNumber,
  queryable: flag,
  isDemo: flag,
};

function fillLayer(given: unknown, faults: Set<string>): Layer | null {
  if (!isRecord(given)) return left('layers', given, faults);
  const layer = fill(given, emptyLayer, layerMembers, faults);
  return { ...layer, title: layer.title || (layer.name ?? ''), crsCount: Math.max(layer.crsCount, layer.crs.length) };
}

/** A group comes before its members; anything else could form a cycle. */
function withEarlierParent(layer: Layer, index: number): Layer {
  return layer.parent === null || layer.parent < index ? layer : { ...layer, parent: null };
}

/** Null also for mail addresses, scripts and paths relative to a saved file: all are common. */
function fillLink(given: unknown, base: string, faults: Set<string>): Link | null {
  if (!isRecord(given) || typeof given.url !== 'string') {
    return left('links', isRecord(given) ? given.url : given, faults);
  }
  const url = webUrl(given.url, base);
  if (url === null) return null;
  const anchor = take(given, 'anchor', text, faults) ?? '';
  return { url, foundBy: 'description', anchor, window: '', nofollow: given.nofollow === true };
}

function fillProblem(given: unknown, faults: Set<string>): Problem | null {
  if (!isRecord(given)) return left('problems', given, faults);
  const { code, message } = given;
  const isCode = typeof code === 'string' && /^[a-z0-9-]+\.[a-z0-9-]+$/.test(code);
  if (!isCode || typeof message !== 'string') return left('problems', code, faults);
  // A plugin's own code is data like any other; the type lists only built-in codes.
  return { code: code as Problem['code'], message };
}

function fill<T extends object>(given: Members, empty: T, readers: object, faults: Set<string>): T {
  const filled: Record<string, unknown> = { ...(empty as Members) };
  for (const [name, read] of Object.entries(readers) as [string, Read<unknown>][]) {
    const value = take(given, name, read, faults);
    if (value !== undefined) filled[name] = value;
  }
  return filled as T;
}

/** Undefined if missing or invalid. */
function take<T>(given: Members, name: string, read: Read<T>, faults: Set<string>): T | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const taken = read(value);
  if (taken === undefined) faults.add(`${name} is ${formatValue(value)}`);
  return taken;
}

function listOf(given: Members, name: string, faults: Set<string>): readonly unknown[] {
  const value = given[name];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  faults.add(`${name} is ${formatValue(value)}`);
  return [];
}

function left(name: string, value: unknown, faults: Set<string>): null {
  faults.add(`${name} has ${formatValue(value)}`);
  return null;
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
