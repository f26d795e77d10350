// Clumping and six-month change ([ATF] section 6.3): services by server, and their state half a year later.
import type { OrderingFactory } from '../../src/model/rank.ts';
import { orderings } from '../../src/rank/orderings.ts';
import { crawlInMemory } from '../crawl/crawl-in-memory.ts';
import { type Experiment, markdownTable, type RunOptions, type Spread, spreadOf } from '../report/experiment.ts';
import { drawLineChart } from '../report/line-chart.ts';
import { standardWeb } from '../web/settings.ts';
import { makeWeb, type SimulatedWeb } from '../web/web.ts';

const fifo: OrderingFactory = orderings.fifo;
const webs = 10;
const months = 6;

interface ChangeResult {
  readonly addresses: number;
  readonly webs: number;
  readonly servicesByServer: Spread;
  /** Share of hosts with services. */
  readonly hostsWithServices: Spread;
  /** Of the services known in month 0: responding in month 0, 1 … 6. */
  readonly alive: readonly Spread[];
  readonly died: Spread;
  readonly born: Spread;
  /** Of the new services: found by refetching only the pages that listed a service. */
  readonly bornOnKnownLists: Spread;
  /** Visits needed for that, relative to a full crawl. */
  readonly revisitCost: Spread;
}

export const change: Experiment<ChangeResult> = {
  name: 'change',
  title: 'Clumping and six-month change',
  isTimed: false,
  run: async ({ tell }: RunOptions) => {
    const measured = Array.from({ length: webs }, (_, index) => {
      tell(`${index + 1} of ${webs} webs`);
      return measure(index + 1);
    });
    const of = (read: (one: Measured) => number): Spread => spreadOf(measured.map(read));
    return {
      addresses: standardWeb.documents,
      webs,
      servicesByServer: of(({ servicesByServer }) => servicesByServer),
      hostsWithServices: of(({ hostsWithServices }) => hostsWithServices),
      alive: Array.from({ length: months + 1 }, (_, month) => of(({ alive }) => alive[month]!)),
      died: of(({ alive }) => 1 - alive[months]!),
      born: of(({ born }) => born),
      bornOnKnownLists: of(({ bornOnKnownLists }) => bornOnKnownLists),
      revisitCost: of(({ revisitCost }) => revisitCost),
    };
  },
  section: (
    result,
  ) => `Webs of ${result.addresses} addresses (${result.webs} seeds), crawled to the end in month 0 and again in month ${months}. Births and deaths of the
simulated web were set from the published figures, so that the first rows only show that a crawl sees what is there; the last two are a
result: what a revisit of known services and of the pages that listed them is worth against a new crawl. The update module itself
(schedules, reasons of unavailability) is not part of this experiment yet.

${markdownTable(
  ['', 'published [ATF]', 'ours'],
  [
    [
      'services by server',
      '6–8',
      `${result.servicesByServer.mean.toFixed(1)} ± ${result.servicesByServer.margin.toFixed(1)}`,
    ],
    ['hosts that have services', '–', share(result.hostsWithServices)],
    ['died within six months, of those known', '168 of 1,126 (14.9 %)', share(result.died)],
    ['new after six months, against those known', '228 of 1,126 (20.2 %)', share(result.born)],
    ['of the new: found by revisiting known lists', '–', share(result.bornOnKnownLists)],
    ['visits of that revisit, against a whole crawl', '–', share(result.revisitCost)],
  ],
)}

![Services that still answer, by month](change/change.svg)`,
  pictures: ({ alive }) => ({
    'change.svg': drawLineChart({
      title: 'Services of month 0 that still answer',
      x: 'month',
      y: '%',
      top: 100,
      lines: [{ name: 'answering', points: alive.map(({ mean }, month) => [month, 100 * mean] as const) }],
    }),
  }),
};

interface Measured {
  readonly servicesByServer: number;
  readonly hostsWithServices: number;
  readonly alive: readonly number[];
  readonly born: number;
  readonly bornOnKnownLists: number;
  readonly revisitCost: number;
}

function measure(seed: number): Measured {
  const at = (month: number): SimulatedWeb => makeWeb({ ...standardWeb, seed, month });
  const first = at(0);
  const crawlAll = (web: SimulatedWeb) => crawlInMemory({ web, ordering: fifo({ seed }) });
  const before = crawlAll(first);
  const last = at(months);
  const after = crawlAll(last);
  const known = new Set(before.found);
  const born = after.found.filter((address) => !known.has(address));
  const { parent, hostOf, hosts } = first.skeleton;
  const lists = new Set(before.found.map((address) => parent[address]!));
  const onLists = new Set([...lists].flatMap((page) => last.linksOf(page)));
  const servers = new Set(before.found.map((address) => hostOf[address]!));
  return {
    servicesByServer: known.size / servers.size,
    hostsWithServices: servers.size / hosts.length,
    alive: Array.from({ length: months + 1 }, (_, month) => {
      const { stateOf } = at(month);
      return before.found.filter((address) => stateOf(address) === 'alive').length / known.size;
    }),
    born: born.length / known.size,
    bornOnKnownLists: born.filter((address) => onLists.has(address)).length / born.length,
    revisitCost: (known.size + lists.size + born.length) / after.visits,
  };
}

function share({ mean, margin }: Spread): string {
  return `${(100 * mean).toFixed(1)} ± ${(100 * margin).toFixed(1)} %`;
}
