// Search results as people read them: what was found and why, what else was looked for, and what to try instead.

import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import type { SearchExpansion } from '../../model/search.ts';
import type { FoundItem, FoundItems } from '../../open-catalog.ts';
import { alsoAs } from '../way-words.ts';
import { plain, type Terminal } from './terminal.ts';

const shownWords = 5;
const shownValues = 8;

export function printFoundTable(found: FoundItems, offset: number, terminal: Terminal): void {
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

function countWords({ items, total, nextOffset }: FoundItems, offset: number): string {
  const shown = items.length;
  if (shown === total) return `${total} found.`;
  const folded = (nextOffset ?? Math.max(total, offset)) - offset - shown;
  const copies = folded > 0 ? `; ${folded} other ${folded === 1 ? 'way' : 'ways'} to get them with --copies` : '';
  const more = nextOffset === null ? '' : `; --limit and --offset ${nextOffset} show more`;
  return `${shown} of ${total} found${copies}${more}.`;
}

function describeWaiting(waiting: number): string {
  const [records, are, them] = waiting === 1 ? ['record', 'is', 'it'] : ['records', 'are', 'them'];
  return `${waiting} ${records} ${are} not indexed yet and missing here: --wait indexes ${them} first, and \`geotrawl serve\` while it runs.`;
}

function describeExpansion({ id, kind, from, label, words }: SearchExpansion): string {
  const shown = words.slice(0, shownWords).join(', ') + (words.length > shownWords ? ' …' : '');
  const leaveOut = `(--without ${id} leaves it out)`;
  if (kind === 'place') return `"${from}" also as what lies in ${label} ${leaveOut}.`;
  if (kind === 'spelling') return `Nothing says "${from}": taken for ${shown} ${leaveOut}.`;
  return `"${from}" also as ${shown || `what is about ${label}`} ${leaveOut}.`;
}

const remedies: Readonly<Record<string, string>> = {
  words: 'other words',
  extent: 'without --bbox',
  time: 'without --time',
  kind: 'without --kind',
  topic: 'without --topic',
};

function adviceFor({ relaxed: [most] }: FoundItems): string {
  if (most === undefined) return 'Try fewer words or a larger --bbox; `geotrawl crawl URL` fills the catalog.';
  const remedy = remedies[most.condition] ?? `without ${most.condition}`;
  return `Try ${remedy}: that would find ${most.total}.`;
}

function printItem({ resource, layer, layers, reasons, ways }: FoundItem, terminal: Terminal): void {
  const own = layer === null ? '' : `${layer.title || (layer.name ?? '')} · `;
  const title = plain(`${own}${resource.title}`, terminal.columns - 30) || '(no title)';
  terminal.print(`${resource.id.slice(0, 8)}  ${terminal.bold(title)}  ${kindLabel(resource)}`);
  terminal.print(`          ${plain(resource.endpoint)}`);
  const matching = layers.map((each) => plain(each.title || (each.name ?? ''), 40)).join(', ');
  const contents = [layer === null ? countDatasets(resource) : '', matching].filter((text) => text !== '').join(': ');
  const notes = [contents, ...reasons].filter((text) => text !== '');
  if (notes.length > 0) terminal.print(`          ${terminal.dim(notes.join(' · '))}`);
  const also = alsoAs(ways, { id: resource.id, layer: layer === null ? null : resource.layers.indexOf(layer) });
  if (also !== '') terminal.print(`          ${terminal.dim(also)}`);
}
