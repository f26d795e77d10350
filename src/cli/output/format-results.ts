// Formats search results for the terminal: results with reasons, query expansions and suggestions.

import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import type { SearchExpansion } from '../../model/search.ts';
import type { SearchItem, SearchItems } from '../../open-catalog.ts';
import { alsoAs } from './format-distributions.ts';
import { counted, plain, type Terminal } from './terminal.ts';

const shownWords = 5;
const shownValues = 8;

export function printResultTable(found: SearchItems, offset: number, terminal: Terminal): void {
  for (const expansion of found.expansions) terminal.say(describeExpansion(expansion));
  if (found.waiting > 0) terminal.say(describeWaiting(found.waiting));
  if (found.total === 0) {
    terminal.say(`Nothing found. ${adviceFor(found)}`);
    return;
  }
  for (const item of found.items) printItem(item, terminal);
  for (const [facet, values] of Object.entries(found.facets)) {
    const shown = values.slice(0, shownValues).map(({ value, count }) => `${plain(value, 40)} ${count}`);
    const more = values.length > shownValues ? ' …' : '';
    terminal.print(`${terminal.bold(facet)}: ${shown.join(', ') || 'none'}${more}`);
  }
  terminal.say(countWords(found, offset));
}

function countWords({ items, total, nextOffset }: SearchItems, offset: number): string {
  const shown = items.length;
  if (shown === total) return `${total} found.`;
  const folded = (nextOffset ?? Math.max(total, offset)) - offset - shown;
  const copies = folded > 0 ? `; ${counted(folded, 'duplicate')} hidden, see --copies` : '';
  const more = nextOffset === null ? '' : `; next page: --offset ${nextOffset}`;
  return `${shown} of ${total} found${copies}${more}.`;
}

function describeWaiting(waiting: number): string {
  return `${counted(waiting, 'record')} not indexed yet and missing from the results. Use --wait to index first.`;
}

function describeExpansion({ id, kind, from, label, words }: SearchExpansion): string {
  const shown = words.slice(0, shownWords).join(', ') + (words.length > shownWords ? ' …' : '');
  const exclude = `(exclude with --without ${id})`;
  if (kind === 'place') return `Also searched: data in ${label} ${exclude}`;
  if (kind === 'spelling') return `No results for "${from}". Searched instead: ${shown} ${exclude}`;
  return `Also searched: ${shown || label} ${exclude}`;
}

const remedies: Readonly<Record<string, string>> = {
  words: 'other words',
  extent: 'without --bbox',
  time: 'without --time',
  kind: 'without --kind',
  topic: 'without --topic',
};

function adviceFor({ relaxed: [most] }: SearchItems): string {
  if (most === undefined) return 'Try fewer words or a larger --bbox; run `geotrawl crawl URL` to fill the catalog.';
  const remedy = remedies[most.condition] ?? `without ${most.condition}`;
  return `Try ${remedy}: ${counted(most.total, 'result')}.`;
}

function printItem({ resource, layer, layers, reasons, distributions }: SearchItem, terminal: Terminal): void {
  const own = layer === null ? '' : `${layer.title || (layer.name ?? '')} · `;
  const title = plain(`${own}${resource.title}`, terminal.columns - 30) || '(no title)';
  terminal.print(`${resource.id.slice(0, 8)}  ${terminal.bold(title)}  ${kindLabel(resource)}`);
  terminal.print(`          ${plain(resource.endpoint)}`);
  const matching = layers.map((each) => plain(each.title || (each.name ?? ''), 40)).join(', ');
  const contents = [layer === null ? countDatasets(resource) : '', matching].filter((text) => text !== '').join(': ');
  const notes = [contents, ...reasons].filter((text) => text !== '');
  if (notes.length > 0) terminal.print(`          ${terminal.dim(notes.join(' · '))}`);
  const also = alsoAs(distributions, {
    id: resource.id,
    layer: layer === null ? null : resource.layers.indexOf(layer),
  });
  if (also !== '') terminal.print(`          ${terminal.dim(also)}`);
}
