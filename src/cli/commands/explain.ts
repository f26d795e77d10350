// `geotrawl explain`: explains the score of a URL in the crawl ordering.
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { fetchKey, maskSecrets } from '../../base/url/url.ts';
import { requireDatabase } from '../../crawl/crawl-task.ts';
import type { StoredCrawlOptions } from '../../crawl/stored-crawl-options.ts';
import { getTask, listTasks, type Task } from '../../frontier/task-table.ts';
import { suspicions } from '../../identify/suspicions.ts';
import { kinds } from '../../kinds/index.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { type OrderingName, orderingNames, type RankedLink } from '../../model/rank.ts';
import { orderings } from '../../rank/orderings.ts';
import { hostOfUrl } from '../../rank/url-host.ts';
import { openStore } from '../../store/open-store.ts';
import { isPostgresAddress } from '../../store/sql/database-address.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';

interface ExplainFlags {
  readonly task?: string;
  readonly strategy?: OrderingName;
  readonly anchor?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl explain "https://example.org/geoserver/ows?service=WMS"
  $ geotrawl explain https://example.org/maps/ --anchor "Map services" --strategy atf`;

export function addExplainCommand(program: Command): void {
  program
    .command('explain <url>')
    .description('explain how a crawl ordering scores a link')
    .option('--task <name>', 'use what this crawl has learned (default: the last one)')
    .addOption(new Option('--strategy <name>', "ordering to use (default: the crawl's)").choices(orderingNames))
    .option('--anchor <words>', 'anchor text of the link')
    .option('--json', 'score and reasons as JSON')
    .addHelpText('after', examples)
    .action(async (url: string, flags: ExplainFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const terminal = terminalFor(globals);
      const { values } = loadSettings(globals, {});
      const task = await taskOf(values.db, flags.task);
      const { strategy, score, reasons } = explainUrl(url, flags, task, values['crawl.strategy']);
      if (flags.json) terminal.print(JSON.stringify({ url: maskSecrets(url), strategy, score, reasons }));
      else
        terminal.print(
          [
            `${terminal.bold(maskSecrets(url))} scores ${score.toFixed(2)} with ${strategy}${task === null ? '' : `, learned by ${task.name}`}`,
            ...reasons.map((reason) => `  ${reason}`),
          ].join('\n'),
        );
    });
}

interface ScoreExplanation {
  readonly strategy: OrderingName;
  readonly score: number;
  readonly reasons: readonly string[];
}

function explainUrl(url: string, flags: ExplainFlags, task: Task | null, configured: OrderingName): ScoreExplanation {
  const key = fetchKey(url);
  if (key === null)
    throw new GeotrawlError('usage.bad-url', `${url} isn't a web address. It must start with http:// or https://.`);
  const { ranking, settings } = (task?.options ?? {}) as Partial<StoredCrawlOptions>;
  const strategy = flags.strategy ?? settings?.['crawl.strategy'] ?? configured;
  const state = ranking?.strategy === strategy ? ranking.state : undefined;
  const ordering = orderings[strategy]({ seed: 1, state });
  const ranked = linkTo(key, flags.anchor ?? '');
  // Score last: scoring may count the link as one of its site.
  const reasons = [
    ...(ranked.pool === 'probe' ? ['Looks like a service: probed before any page, regardless of score.'] : []),
    ...ordering.explain(ranked),
  ];
  const host = ordering.hostScore?.(hostOfUrl(key)) ?? 0;
  return { strategy, score: host + ordering.score(ranked), reasons };
}

/** The link as found one click from a seed, on a page without history. */
function linkTo(url: string, anchor: string): RankedLink {
  const link = { url, foundBy: 'link', anchor, window: '', nofollow: false } as const;
  const suspicion = suspicions(link, kinds)[0]?.score ?? 0;
  return { link, pool: suspicion >= 0.5 ? 'probe' : 'page', suspicion, depth: 1, inScope: true, parent: null };
}

/** Null without a database or crawl: the ordering then uses its built-in prior. */
async function taskOf(db: string, name: string | undefined): Promise<Task | null> {
  if (name === undefined && !isPostgresAddress(db) && !existsSync(db)) return null;
  if (name !== undefined) requireDatabase(db, name);
  const store = openStore(db);
  try {
    return name === undefined ? ((await listTasks(store))[0] ?? null) : await getTask(store, name);
  } finally {
    await store.close();
  }
}
