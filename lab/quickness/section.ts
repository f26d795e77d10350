// The section of the report on quickness: tables, curves, and which claims hold.
import { markdownTable, percent, type Spread } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';

/** Shares of all visits at which finds are counted. */
export const checkpoints = [0.05, 0.1, 0.15, 0.25, 0.5, 0.9] as const;
export const curveSteps = 40;

export interface OrderingResult {
  readonly ordering: string;
  readonly seeds: number;
  /** Share of services found at each checkpoint of visits. */
  readonly found: readonly Spread[];
  /** Share of visits that found 90 % of the services. */
  readonly visitsFor90: Spread;
  /** Mean share found at equal steps of visits, from none to all. */
  readonly curve: readonly number[];
}

export interface QuicknessResult {
  readonly addresses: number;
  readonly services: Spread;
  readonly visits: Spread;
  /** Share of visits for 90 % of the services by the shortest paths, known beforehand. */
  readonly knownPaths: Spread;
  readonly standard: readonly OrderingResult[];
  readonly larger: { readonly addresses: number; readonly orderings: readonly OrderingResult[] };
}

export function chart(title: string, results: readonly OrderingResult[]): string {
  return drawLineChart({
    title,
    x: 'visits, % of all',
    y: 'services found, %',
    top: 100,
    lines: results.map(({ ordering, curve }) => ({
      name: ordering,
      points: curve.map((value, step) => [(100 * step) / curveSteps, 100 * value] as const),
    })),
  });
}

export function section({ addresses, services, visits, standard, larger, knownPaths }: QuicknessResult): string {
  return `Simulated webs of ${addresses} addresses with ${services.mean.toFixed(0)} services on average, crawled to the end
(${visits.mean.toFixed(0)} visits: pages, services, dead links, and failures tried again). Percentages of services and of visits, mean and 95 %
interval over webs of different seeds. Who knew the shortest ways beforehand would have 90 % at ${percent(knownPaths)} % of the visits.

${table(standard)}

Published ([ATF] figure 12, 40,000 pages): at 50 % of the pages ATF had about 90 % of the services and FIFO 50 %; at 90 % of the
pages ATF had 100 % and FIFO 90 %. ${atfVerdict(standard)}

${learnedVerdict(standard)}

![Services found against visits](quickness/quickness.svg)${largerSection(larger)}`;
}

function largerSection({ addresses, orderings }: QuicknessResult['larger']): string {
  if (orderings.length === 0) return '';
  return `

One web of ${addresses} addresses:

${table(orderings)}

${atfVerdict(orderings)}
${learnedVerdict(orderings)}

![Services found against visits, larger web](quickness/larger.svg)`;
}

function table(results: readonly OrderingResult[]): string {
  return markdownTable(
    ['ordering', 'webs', ...checkpoints.map((part) => `found at ${100 * part} %`), '90 % found at'],
    results.map(({ ordering, seeds, found, visitsFor90 }) => [
      ordering,
      seeds,
      ...found.map((share) => percent(share, seeds)),
      percent(visitsFor90, seeds),
    ]),
  );
}

function foundAt(results: readonly OrderingResult[], name: string, part: (typeof checkpoints)[number]): number {
  return results.find(({ ordering }) => ordering === name)?.found[checkpoints.indexOf(part)]?.mean ?? 0;
}

function atfVerdict(results: readonly OrderingResult[]): string {
  const half = (name: string): string => `${(100 * foundAt(results, name, 0.5)).toFixed(0)} %`;
  const holds = Math.abs(foundAt(results, 'atf', 0.5) - 0.9) <= 0.05;
  const late = foundAt(results, 'atf', 0.05) < foundAt(results, 'fifo', 0.05);
  const start = late ? ' At 5 % ATF is behind FIFO: until fifty services are found it has no terms to go by.' : '';
  return `Ours at 50 %: ATF ${half('atf')}, FIFO ${half('fifo')}: ATF ${holds ? 'is' : 'is not'} within 5 points of what was published.${start}`;
}

/** Our own aims: 90 % within 15 % of the visits, and ahead of all others at 5, 10, 25 and 50 %. */
function learnedVerdict(results: readonly OrderingResult[]): string {
  const learned = results.find(({ ordering }) => ordering === 'learned');
  if (learned === undefined) return '';
  const isQuick = learned.visitsFor90.mean <= 0.15;
  const needed = percent(learned.visitsFor90, learned.seeds);
  const behind = ([0.05, 0.1, 0.25, 0.5] as const).flatMap((part) => {
    const own = foundAt(results, 'learned', part);
    const ahead = results
      .filter(({ ordering }) => foundAt(results, ordering, part) > own)
      .map(({ ordering }) => ordering);
    return ahead.length === 0 ? [] : [`at ${100 * part} % (${ahead.join(', ')})`];
  });
  const place =
    behind.length === 0 ? 'ahead of every other ordering at 5, 10, 25 and 50 %' : `behind others ${behind.join(', ')}`;
  return `\`learned\` needs ${needed} % of the visits for 90 % of the services (aim: 15 %, ${isQuick ? 'met' : 'not met'}) and is ${place} (means over the webs each was run on).`;
}
