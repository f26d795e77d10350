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
  for (const [field, options] of Object.entries(wishes(given, endpoint)) as [BorrowedField, Want][]) {
    const offer = options.isWanted ? options.from(records) : null;
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

interface Want {
  readonly isWanted: boolean;
  from(records: readonly LeadingRecord[]): Offered | null;
}

function wishes(own: Description, endpoint: string): Readonly<Record<BorrowedField, Want>> {
  const { title, abstract, keywords, provider, accessConstraints, license, extent, time } = own;
  const isUnlicensed = license === null || (license.id === null && license.url === null && license.open === null);
  // GeoServer's default starts with "NONE"; anything else is the publisher's.
  const hasNoTerms = isUnlicensed && (accessConstraints === null || license?.constraints === 'none');
  return {
    title: { isWanted: isBareTitle(title, endpoint), from: (records) => agreed(records, titleOf) },
    abstract: { isWanted: isBareAbstract(abstract, title), from: (records) => agreed(records, abstractOf) },
    // GeoServer's default starts with "WFS, WMS, GEOSERVER".
    keywords: { isWanted: isPlaceholderTitle(keywords.join(' ')), from: allKeywords },
    provider: {
      isWanted: provider === null || isPlaceholderProvider(provider),
      from: (records) => agreed(records, providerOf),
    },
    accessConstraints: { isWanted: hasNoTerms, from: (records) => agreed(records, (record) => termsOf(record)?.text) },
    license: { isWanted: hasNoTerms, from: (records) => agreed(records, (record) => termsOf(record)?.license) },
    extent: { isWanted: extent === null, from: allExtents },
    time: { isWanted: time === null, from: (records) => agreed(records, ({ time: when }) => when) },
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
  const saying = records.filter((record) => isSaid(pick(record)));
  const [first] = saying;
  if (first === undefined) return null;
  const value = pick(first);
  const text = JSON.stringify(value);
  return saying.every((record) => JSON.stringify(pick(record)) === text) ? { value, records: saying } : null;
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Keywords and extents of several records are merged. */
function allKeywords(records: readonly LeadingRecord[]): Offered | null {
  const saying = records.filter(({ keywords = [] }) => keywords.length > 0);
  const words = new Set(saying.flatMap(({ keywords = [] }) => keywords));
  return words.size === 0 ? null : { value: [...words].slice(0, maxKeywords), records: saying };
}

function allExtents(records: readonly LeadingRecord[]): Offered | null {
  const saying = records.filter(({ extent }) => extent !== null);
  const value = unionExtents(saying.flatMap(({ extent }) => (extent === null ? [] : [extent])));
  return value === null ? null : { value, records: saying };
}
