// Shows a running crawl: progress line, discoveries, graceful Ctrl-C and summary.

import { countDatasets, kindLabel } from '../../catalog/dataset-terms.ts';
import type { Crawl } from '../../crawl/crawl.ts';
import type { CrawlEvent } from '../../model/report.ts';
import { exitCodes } from './exit-code.ts';
import { startProgressLine } from './progress-line.ts';
import { listenForStop } from './stop-signal.ts';
import { counted, plain, type Terminal } from './terminal.ts';

/** Version of the event shapes; increased when the meaning of a field changes. */
const eventSchema = 1;

export interface WatchOptions {
  readonly terminal: Terminal;
  readonly output: 'text' | 'json' | 'ndjson';
  readonly showProgress: boolean;
  readonly failEmpty: boolean;
  readonly resumeCommand: (task: string) => string;
}

type DoneEvent = Extract<CrawlEvent, { type: 'done' }>;
type ProblemEvent = Extract<CrawlEvent, { type: 'problem' }>;

/** Enough to see why no seed could be reached. */
const problemsShown = 3;

type StartCrawl = (signal: AbortSignal) => Crawl;

/**
 * Follows a crawl to its end with a progress line; `onEvent` returns what prints an event, if anything. Returns the exit
 * code of a signal that stopped it, or null. After a second Ctrl-C the frontier loses nothing either.
 */
export async function followCrawl(
  start: StartCrawl,
  { terminal, showProgress }: Pick<WatchOptions, 'terminal' | 'showProgress'>,
  onEvent: (event: CrawlEvent) => (() => void) | null,
): Promise<number | null> {
  const stop = listenForStop(terminal, '\nSaving and stopping. Press Ctrl-C again to stop at once.');
  const running = start(stop.signal);
  const line = showProgress ? startProgressLine(() => running.progress(), terminal.isWatched) : null;
  try {
    for await (const event of running) {
      const print = onEvent(event);
      if (print === null) continue;
      line?.clear();
      print();
      line?.draw();
    }
  } finally {
    line?.stop();
    stop.release();
  }
  return stop.exitCode();
}

/** Runs the crawl to its end and returns the exit code. */
export async function watchCrawl(start: StartCrawl, options: WatchOptions): Promise<number> {
  let done: DoneEvent | null = null;
  const problems: ProblemEvent[] = [];
  let onlyRefused = false;
  const stopCode = await followCrawl(start, options, (event) => {
    if (event.type === 'done') done = event;
    if (event.type === 'problem') {
      onlyRefused = isRefusal(event) && (problems.length === 0 || onlyRefused);
      if (problems.length < problemsShown) problems.push(event);
    }
    const text = textOf(event, options);
    return text === null ? null : () => options.terminal.print(text);
  });
  return exitCodeOf(done, { stopCode, problems, onlyRefused, options });
}

interface CrawlEnd {
  readonly stopCode: number | null;
  readonly problems: readonly ProblemEvent[];
  readonly onlyRefused: boolean;
  readonly options: WatchOptions;
}

function exitCodeOf(done: DoneEvent | null, { stopCode, problems, onlyRefused, options }: CrawlEnd): number {
  if (done === null) throw new Error('the crawl ended without a done event');
  if (options.output !== 'ndjson') printSummary(done, problems, options);
  if (stopCode !== null) return stopCode;
  if (done.stopped === 'unreachable') return onlyRefused ? exitCodes.policy : exitCodes.unreachable;
  return options.failEmpty && done.resources === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

/** The output line of an event, if any. */
function textOf(event: CrawlEvent, { output, terminal }: WatchOptions): string | null {
  if (output === 'ndjson') return JSON.stringify({ ...event, ts: new Date().toISOString(), schema: eventSchema });
  if (output === 'json' || event.type !== 'found') return null;
  const { resource } = event;
  const name = terminal.bold(plain(resource.title, 60) || '(no title)');
  const parts = [kindLabel(resource), name, countDatasets(resource), plain(resource.endpoint)];
  return `${parts.filter((part) => part !== '').join('  ')}${resource.isNew ? '' : terminal.dim('  (known)')}`;
}

/** We refused the request: robots.txt or the address guard. */
function isRefusal({ code }: ProblemEvent): boolean {
  return code.startsWith('policy.') && code !== 'policy.robots-unreachable';
}

const stopLabels: Readonly<Record<DoneEvent['stopped'], string>> = {
  complete: 'Done',
  deferred: 'Paused; waiting for hosts that are down or rate-limiting us',
  'max-pages': 'Stopped at the page limit',
  'max-time': 'Stopped at the time limit',
  'max-bytes': 'Stopped at the byte limit',
  aborted: 'Stopped; everything so far is saved',
  unreachable: 'No seed could be reached',
};

function printSummary(
  done: DoneEvent,
  problems: readonly ProblemEvent[],
  { output, terminal, resumeCommand }: WatchOptions,
): void {
  if (output === 'json') terminal.print(JSON.stringify(done));
  const counts = [
    counted(done.pages, 'page'),
    counted(done.requests, 'request'),
    counted(done.resources, 'resource'),
  ].join(', ');
  const isFailed = done.stopped === 'unreachable';
  const print = isFailed ? terminal.complain : terminal.say;
  print(`${stopLabels[done.stopped]}: ${counts} in ${done.seconds.toFixed(1)} s.`);
  if (isFailed) {
    for (const { url, message } of problems) print(`  ${plain(url)}: ${plain(message)}`);
    terminal.say('Check the URLs and your network. Loopback and private addresses need --allow-private.');
  }
  const skipped = Object.values(done.refused).reduce((sum, count) => sum + count, 0);
  if (skipped > 0)
    terminal.say(`Skipped ${counted(skipped, 'URL')} (crawl traps or per-host limit; see crawl.urlsPerSeries).`);
  if (done.pending > 0) terminal.say(`${counted(done.pending, 'URL')} left. Resume with: ${resumeCommand(done.task)}`);
}
