// Registries of portals: a TSV or CSV table, with a header line, of URLs and the software behind them.

import { webUrl } from '../base/url/web-url.ts';
import { maxPlaces, placesOf, platformAt, platformNamed } from '../describe/platforms.ts';

export interface Portals {
  /** Front pages. */
  readonly seeds: readonly string[];
  /** Usual catalog URLs of their software: with the front page, at most five URLs per host. */
  readonly guesses: readonly string[];
  /** Lines without a web URL. */
  readonly oddLines: readonly number[];
}

const urlColumns = new Set(['url', 'link', 'uri', 'website', 'homepage', 'address']);
const softwareColumns = new Set(['software', 'platform', 'product', 'type', 'catalog_software']);

/** Null if the text isn't such a table. */
export function readPortals(text: string): Portals | null {
  const separator = separatorOf(text);
  if (separator === null) return null;
  const [head = [], ...rows] = readRows(text.replace(/^\ufeff/, ''), separator);
  const names = head.map((name) => name.trim().toLowerCase());
  const urlAt = names.findIndex((name) => urlColumns.has(name));
  const softwareAt = names.findIndex((name) => softwareColumns.has(name));
  if (urlAt < 0) return null;
  const seeds = new Set<string>();
  const guessesByHost = new Map<string, Set<string>>();
  const oddLines: number[] = [];
  for (const [index, row] of rows.entries()) {
    const url = webUrl((row[urlAt] ?? '').trim());
    if (url === null) {
      oddLines.push(index + 2);
      continue;
    }
    seeds.add(url);
    addGuesses(guessesByHost, url, row[softwareAt] ?? '');
  }
  return { seeds: [...seeds], guesses: [...guessesByHost.values()].flatMap((guesses) => [...guesses]), oddLines };
}

/** The registered software decides; otherwise the URL may reveal it. */
function addGuesses(byHost: Map<string, Set<string>>, url: string, software: string): void {
  const platform = platformNamed(software) ?? platformAt(url);
  if (platform === null) return;
  const { host } = new URL(url);
  const guesses = byHost.get(host) ?? new Set();
  byHost.set(host, guesses);
  for (const place of placesOf(platform, url)) if (place !== url && guesses.size < maxPlaces) guesses.add(place);
}

function separatorOf(text: string): string | null {
  const [first = ''] = text.split(/\r?\n/, 1);
  if (first.includes('\t')) return '\t';
  return first.includes(',')
    ? ','
    : first.includes(';')
      ? ';'
      : urlColumns.has(first.trim().toLowerCase())
        ? ','
        : null;
}

/** Fields may be quoted, with quotes doubled inside (RFC 4180, 2); in one pass over the text. Skips empty lines. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (isQuoted && sign === '"' && text[at + 1] === '"') field += text[++at];
    else if (sign === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (!isQuoted && sign === separator) endField();
    else if (!isQuoted && sign === '\n') endRow();
    else if (isQuoted || sign !== '\r') field += sign;
  }
  endRow();
  return rows;
}
