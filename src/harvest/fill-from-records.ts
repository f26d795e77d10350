// Fills a description from catalog records where its own fields are empty or meaningless. Pure.
import { unionExtents } from '../base/geo/extent.ts';
import { foldedWords } from '../base/text/fold-text.ts';
import { percentDecoded } from '../base/url/read-url.ts';
import { readUrl } from '../base/url/url.ts';
import { readLicense } from '../describe/license.ts';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from '../describe/placeholder.ts';
import type { Borrowed, BorrowedField, Description, License } from '../model/resource.ts';
import type { LeadingRecord } from './record-links.ts';

/** Records named per field; more may agree. */
const maxNamed = 10;
const maxKeywords = 100;

/** `endpoint` identifies a title that is only a file name. */
export function fillFromRecords(own: Description, records: readonly LeadingRecord[], endpoint: string): Description {
  const given = withoutBorrowed(own);
  const filled: Record<string, unknown> = {};
  const borrowed: Borrowed[] = [];
  for (const [field, rule] of Object.entries(fieldRules(given, endpoint)) as [BorrowedField, FieldRule][]) {
    const offer = rule.isEmpty ? rule.from(records) : null;
    if (offer === null) continue;
    filled[field] = offer.value;
    const named = offer.records.slice(0, maxNamed).map(({ catalog, id, title }) => ({ catalog, id, title }));
    borrowed.push({ field, records: named, own: given[field] });
  }
  return borrowed.length === 0 ? given : { ...given, ...filled, fromRecords: borrowed };
}

/** The resource's own description. */
function withoutBorrowed(description: Description): Description {
  const { fromRecords = [], ...rest } = description;
  return { ...rest, ...Object.fromEntries(fromRecords.map(({ field, own }) => [field, own])) };
}

interface Offered {
  readonly value: unknown;
  readonly records: readonly LeadingRecord[];
}

interface FieldRule {
  readonly isEmpty: boolean;
  from(records: readonly LeadingRecord[]): Offered | null;
}

function fieldRules(own: Description, endpoint: string): Readonly<Record<BorrowedField, FieldRule>> {
  const { title, abstract, keywords, provider, accessConstraints, license, extent, time } = own;
  const isUnlicensed = license === null || (license.id === null && license.url === null && license.open === null);
  // GeoServer's default starts with "NONE"; anything else is the publisher's.
  const hasNoTerms = isUnlicensed && (accessConstraints === null || license?.constraints === 'none');
  return {
    title: { isEmpty: isBareTitle(title, endpoint), from: (records) => agreed(records, titleOf) },
    abstract: { isEmpty: isBareAbstract(abstract, title), from: (records) => agreed(records, abstractOf) },
    // GeoServer's default starts with "WFS, WMS, GEOSERVER".
    keywords: { isEmpty: isPlaceholderTitle(keywords.join(' ')), from: allKeywords },
    provider: {
      isEmpty: provider === null || isPlaceholderProvider(provider),
      from: (records) => agreed(records, providerOf),
    },
    accessConstraints: { isEmpty: hasNoTerms, from: (records) => agreed(records, (record) => termsOf(record)?.text) },
    license: { isEmpty: hasNoTerms, from: (records) => agreed(records, (record) => termsOf(record)?.license) },
    extent: { isEmpty: extent === null, from: allExtents },
    time: { isEmpty: time === null, from: (records) => agreed(records, ({ time: when }) => when) },
  };
}

/** Empty, a software default, or the file name. A service at /soils may well be called "soils". */
function isBareTitle(title: string, endpoint: string): boolean {
  if (isPlaceholderTitle(title)) return true;
  const file = percentDecoded(readUrl(endpoint)?.pathname.split('/').at(-1) ?? '');
  const stem = file.replace(/(?:\.[A-Za-z][A-Za-z0-9]{0,7}){1,2}$/, '');
  return stem !== file && (title === file || title === stem);
}

function isBareAbstract(abstract: string, title: string): boolean {
  if (abstract.trim() === '' || isPlaceholderAbstract(abstract)) return true;
  return foldedWords(abstract) === foldedWords(title);
}

function titleOf({ title }: LeadingRecord): string | null {
  return isPlaceholderTitle(title) ? null : title;
}

function abstractOf({ abstract }: LeadingRecord): string | null {
  return abstract.trim() === '' || isPlaceholderAbstract(abstract) ? null : abstract;
}

function providerOf({ provider }: LeadingRecord): unknown {
  return provider == null || isPlaceholderProvider(provider) ? null : provider;
}

interface Terms {
  readonly text: string;
  readonly license: License;
}

/** Terms that name a license, or decide whether it is open. */
function termsOf({ terms = '' }: LeadingRecord): Terms | null {
  const license = readLicense({ fees: null, accessConstraints: terms });
  if (license === null || (license.id === null && license.url === null && license.open === null)) return null;
  return { text: terms, license };
}

/** The value all records agree on: a service of many datasets isn't one of them. */
function agreed(records: readonly LeadingRecord[], pick: (record: LeadingRecord) => unknown): Offered | null {
  const stated = records.filter((record) => isGiven(pick(record)));
  const [first] = stated;
  if (first === undefined) return null;
  const value = pick(first);
  const text = JSON.stringify(value);
  return stated.every((record) => JSON.stringify(pick(record)) === text) ? { value, records: stated } : null;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Keywords and extents of several records are merged. */
function allKeywords(records: readonly LeadingRecord[]): Offered | null {
  const stated = records.filter(({ keywords = [] }) => keywords.length > 0);
  const words = new Set(stated.flatMap(({ keywords = [] }) => keywords));
  return words.size === 0 ? null : { value: [...words].slice(0, maxKeywords), records: stated };
}

function allExtents(records: readonly LeadingRecord[]): Offered | null {
  const stated = records.filter(({ extent }) => extent !== null);
  const value = unionExtents(stated.flatMap(({ extent }) => (extent === null ? [] : [extent])));
  return value === null ? null : { value, records: stated };
}
