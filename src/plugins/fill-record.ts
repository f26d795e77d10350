// Completes a record written by a plugin; members of the wrong type are dropped and named.
import { formatValue } from '../base/text/format-value.ts';
import { webUrl } from '../base/url/web-url.ts';
import type { CatalogRecord } from '../model/connector.ts';
import type { Extent } from '../model/extent.ts';
import type { Provider } from '../model/resource.ts';

type Members = Readonly<Record<string, unknown>>;

const maxLinks = 1000;
const maxKeywords = 100;
const maxTextLength = 4000;
const maxIdLength = 500;

/** Null without an identifier or title: it couldn't be identified or shown. `base` resolves links. */
export function fillRecord(given: unknown, base: string, faults: Set<string>): CatalogRecord | null {
  if (!isRecord(given)) return refused(`a record is ${formatValue(given)}`, faults);
  const { id, title } = given;
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength)
    return refused(`the id of a record is ${formatValue(id)}`, faults);
  if (typeof title !== 'string') return refused(`the title of "${formatValue(id)}" is ${formatValue(title)}`, faults);
  const text = (name: string) => textOf(given, name, faults);
  return {
    id,
    title: title.slice(0, maxTextLength),
    abstract: text('abstract'),
    modified: text('modified'),
    extent: extentOf(given, faults),
    links: linksOf(given, base, faults),
    keywords: keywordsOf(given, faults),
    time: text('time') || null,
    provider: providerOf(given, faults),
    terms: text('terms'),
    language: text('language'),
  };
}

function refused(fault: string, faults: Set<string>): null {
  faults.add(fault);
  return null;
}

function textOf(given: Members, name: string, faults: Set<string>): string {
  const value = given[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  faults.add(`${name} is ${formatValue(value)}`);
  return '';
}

function listOf(given: Members, name: string, faults: Set<string>): readonly unknown[] {
  const value = given[name];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  faults.add(`${name} is ${formatValue(value)}`);
  return [];
}

/** West, south, east, north in degrees; west may exceed east, across the antimeridian. */
function extentOf({ extent }: Members, faults: Set<string>): Extent | null {
  if (extent === undefined || extent === null) return null;
  if (Array.isArray(extent) && extent.length === 4 && extent.every(Number.isFinite)) {
    const [west, south, east, north] = extent as [number, number, number, number];
    const isInDegrees = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
    if (isInDegrees) return [west, south, east, north];
  }
  faults.add(`extent is ${formatValue(extent)}`);
  return null;
}

function linksOf(given: Members, base: string, faults: Set<string>): CatalogRecord['links'] {
  return listOf(given, 'links', faults)
    .slice(0, maxLinks)
    .flatMap((link) => {
      const { url, label = '' } = isRecord(link) ? link : { url: link };
      const address = typeof url === 'string' ? webUrl(url, base) : null;
      if (address === null || typeof label !== 'string') faults.add(`a link is ${formatValue(url)}`);
      return address === null || typeof label !== 'string' ? [] : [{ url: address, label }];
    });
}

function keywordsOf(given: Members, faults: Set<string>): readonly string[] {
  const words = listOf(given, 'keywords', faults);
  const texts = words.filter((word): word is string => typeof word === 'string');
  if (texts.length < words.length)
    faults.add(`keywords has ${formatValue(words.find((word) => typeof word !== 'string'))}`);
  return texts.slice(0, maxKeywords);
}

function providerOf({ provider }: Members, faults: Set<string>): Provider | null {
  if (provider === undefined || provider === null) return null;
  if (!isRecord(provider)) return refused(`provider is ${formatValue(provider)}`, faults);
  const member = (name: string) => textOf(provider, name, faults) || null;
  return { organization: member('organization'), person: member('person'), email: member('email'), url: member('url') };
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
