// The yield of a crawl as server-drawn charts: discoveries by pages read, against discovery order, and as a table.
import { expectedInOrder, meanWait, quicknessOf, type YieldPoint } from '../../crawls/yield-curve.ts';
import { scrollTable } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import type { Locale } from '../messages/locale.ts';

/** In drawing units; the page scales it. */
const [width, height, left, bottom, top, right] = [640, 260, 48, 36, 12, 12];
const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];
const parts = 10;
const mostDrawn = 300;

export function yieldChart(points: readonly YieldPoint[], locale: Locale): Html {
  const say = locale.say.crawl;
  const last = points.at(-1);
  if (last === undefined || last.pages === 0) return html`<p>${say.noCurve}</p>`;
  const rows = tableRows(points, last);
  return html`<div class="charts"><figure><figcaption>${say.quickness}</figcaption>${curves(points, last, locale)}${legend(locale)}</figure>
<figure><figcaption>${say.yield}</figcaption>${bars(rows, locale)}</figure></div>
${halfSentence(points, locale)}<p class="note">${say.estimate(locale.number(Math.round(meanWait(last.waited))))}</p>
<details id="chart-table"><summary>${say.asTable}</summary>${table(rows, locale)}</details>`;
}

function halfSentence(points: readonly YieldPoint[], { say, number }: Locale): Html | null {
  const quick = quicknessOf(points);
  if (quick === null) return null;
  const { half, pagesToHalf, pagesInOrder } = quick;
  return html`<p>${say.crawl.half(number(half), number(pagesToHalf), number(pagesInOrder))}</p>`;
}

function curves(points: readonly YieldPoint[], last: YieldPoint, locale: Locale): Html {
  const xOf = (pages: number) => left + (innerWidth * pages) / last.pages;
  const most = Math.max(1, last.found);
  const yOf = (found: number) => top + innerHeight * (1 - found / most);
  const every = Math.ceil(points.length / mostDrawn);
  const drawn = points.filter((_, n) => n % every === 0 || n === points.length - 1);
  const ours = line([[0, 0], ...drawn.map(({ pages, found }) => [pages, found] as const)], xOf, yOf);
  const steps = Array.from({ length: 61 }, (_, n) => (n * last.pages) / 60);
  const inOrder = line(
    steps.map((pages) => [pages, Math.min(last.found, expectedInOrder(last, pages))] as const),
    xOf,
    yOf,
  );
  return picture(
    locale.say.crawl.quickness,
    html`${axes(last.pages, most, locale)}<polyline class="line order" points="${inOrder}"/><polyline class="line" points="${ours}"/>`,
  );
}

function line(
  values: readonly (readonly [number, number])[],
  xOf: (pages: number) => number,
  yOf: (found: number) => number,
): string {
  return values.map(([pages, found]) => `${xOf(pages).toFixed(1)},${yOf(found).toFixed(1)}`).join(' ');
}

function bars(rows: readonly Row[], locale: Locale): Html {
  const most = Math.max(1, ...rows.map(({ perHundred }) => perHundred));
  const drawn = rows.map(({ perHundred, from, to }) => {
    const pages = rows.at(-1)!.to;
    const x = left + (innerWidth * from) / pages;
    const size = (innerHeight * perHundred) / most;
    const wide = (innerWidth * (to - from)) / pages - 2;
    return html`<rect class="bar" x="${x.toFixed(1)}" y="${(top + innerHeight - size).toFixed(1)}" width="${Math.max(1, wide).toFixed(1)}" height="${size.toFixed(1)}"/>`;
  });
  return picture(locale.say.crawl.yield, html`${axes(rows.at(-1)!.to, most, locale)}${drawn}`);
}

/** The text and the table next to it describe the chart. */
function picture(label: string, content: Html): Html {
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${content}</svg>`;
}

function axes(mostPages: number, mostFound: number, { number, say }: Locale): Html {
  const ends = html`<line class="axis" x1="${left}" y1="${top}" x2="${left}" y2="${top + innerHeight}"/><line class="axis" x1="${left}" y1="${top + innerHeight}" x2="${width - right}" y2="${top + innerHeight}"/>`;
  const middle = Math.round(mostPages / 2);
  const below = (x: number, text: string, anchor: string) =>
    html`<text x="${x}" y="${height - 14}" text-anchor="${anchor}">${text}</text>`;
  return html`${ends}<text x="${left - 6}" y="${top + 10}" text-anchor="end">${number(Math.round(10 * mostFound) / 10)}</text><text x="${left - 6}" y="${top + innerHeight}" text-anchor="end">0</text>${below(left, '0', 'start')}${below(left + innerWidth / 2, mostPages > 2 ? number(middle) : '', 'middle')}${below(width - right, `${number(mostPages)} ${say.people.pages}`, 'end')}`;
}

function legend({ say }: Locale): Html {
  const key = (style: string, text: string) =>
    html`<li><svg class="key" viewBox="0 0 32 8" aria-hidden="true"><line class="${style}" x1="0" y1="4" x2="32" y2="4"/></svg> ${text}</li>`;
  return html`<ul class="legend-keys">${key('line', say.crawl.thisCrawl)}${key('line order', say.crawl.inOrder)}</ul>`;
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly found: number;
  readonly expected: number;
  readonly perHundred: number;
}

/** The pages in ten parts, or one part per page if there are fewer. */
function tableRows(points: readonly YieldPoint[], last: YieldPoint): readonly Row[] {
  const foundAt = (pages: number) => points.findLast((point) => point.pages <= pages)?.found ?? 0;
  const count = Math.min(parts, last.pages);
  const edges = Array.from({ length: count + 1 }, (_, n) => Math.round((n * last.pages) / count));
  return edges.slice(1).map((to, n) => {
    const from = edges[n]!;
    const found = to === last.pages ? last.found : foundAt(to);
    const perHundred = (100 * (found - (n === 0 ? 0 : foundAt(from)))) / (to - from);
    return { from, to, found, expected: Math.min(last.found, expectedInOrder(last, to)), perHundred };
  });
}

function table(rows: readonly Row[], { number, say }: Locale): Html {
  const { pagesRead, foundSoFar, expected, perHundred } = say.crawl;
  const heads = [pagesRead, foundSoFar, expected, perHundred];
  const written = rows.map(
    (row) =>
      html`<tr><th scope="row" class="number">${number(row.to)}</th><td class="number">${number(row.found)}</td><td class="number">${number(Math.round(row.expected))}</td><td class="number">${number(Math.round(row.perHundred))}</td></tr>`,
  );
  return scrollTable({ label: say.crawl.asTable }, heads, written);
}
