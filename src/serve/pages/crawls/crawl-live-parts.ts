// The parts of a crawl page that change while it runs: curves, hosts, queue and problems. Also served separately.
import type { HostRow, WaitingRow } from '../../crawls/task-details.ts';
import type { ProblemCount } from '../../crawls/task-log.ts';
import type { YieldPoint } from '../../crawls/yield-curve.ts';
import { headedRow, scrollTable } from '../layout/data-table.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Locale } from '../messages/locale.ts';
import { yieldChart } from './yield-chart.ts';

export interface CrawlNow {
  readonly hosts: readonly HostRow[];
  /** The host filter. */
  readonly hostFilter: string;
  readonly waiting: readonly WaitingRow[];
  readonly problems: readonly ProblemCount[];
  readonly curve: readonly YieldPoint[];
  readonly nowMs: number;
}

/** Each part is an element with its own id; the page script replaces its content. */
export function nowParts(now: CrawlNow, setting: PageSetting) {
  return {
    curve: part('now-curve', yieldChart(now.curve, setting.locale)),
    hosts: part('now-hosts', hostTable(now, setting.locale)),
    waiting: part('now-waiting', waitingTable(now.waiting, setting.locale)),
    problems: part('now-problems', problemTable(now.problems, setting.locale)),
  };
}

function part(id: string, content: Html | null): Html {
  return html`<div id="${id}">${content}</div>`;
}

function waitingTable(waiting: readonly WaitingRow[], { say }: Locale): Html {
  const { people } = say;
  if (waiting.length === 0) return html`<p>${say.crawl.reasons.nothing}</p>`;
  const rows = waiting.map(
    ({ url, kind, depth, anchor, rank }) =>
      html`<tr><td class="number">${rank}</td><th scope="row"><code>${url}</code></th><td>${kind ?? ''}</td><td class="number">${depth}</td><td>${anchor ?? ''}</td></tr>`,
  );
  return scrollTable({ label: people.next }, [people.rank, 'URL', people.kinds, people.depth, people.words], rows);
}

function hostTable({ hosts, nowMs }: CrawlNow, locale: Locale): Html {
  const { people, crawl } = locale.say;
  if (hosts.length === 0) return html`<p>${crawl.noHost}</p>`;
  const rows = hosts.map((row) => {
    const { host, services, pages, waiting, place } = row;
    const where = place === null ? '' : placeWords(place, locale);
    return html`<tr data-host="${host}" data-services="${services}"${place === null ? null : html` data-place="${place.join(',')}"`}><th scope="row">${host}</th><td class="number">${locale.number(services)}</td><td class="number">${locale.number(pages)}</td><td class="number">${locale.number(waiting)}</td><td>${reasonsOf(row, nowMs, locale)}</td><td>${where}</td></tr>`;
  });
  const heads = [people.host, people.services, people.pages, people.pending, people.reason, crawl.place];
  return scrollTable({ label: people.hostList }, heads, rows);
}

function placeWords([longitude, latitude]: readonly [number, number], { degrees }: Locale): string {
  const round = (value: number) => degrees(Math.round(10 * Math.abs(value)) / 10);
  return `${round(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${round(longitude)} ${longitude < 0 ? 'W' : 'E'}`;
}

/** Every reason as a sentence; the one that applies now comes first. */
function reasonsOf({ reasons, why, nextAtMs, budget }: HostRow, nowMs: number, { say, number }: Locale): string {
  const { crawl } = say;
  const waitMs = nextAtMs - nowMs;
  const again = waitMs > 0 ? ` ${crawl.again(shortTime(waitMs))}` : '';
  const words = reasons.map((reason) => {
    if (reason === 'why') return `${crawl.because[why ?? ''] ?? crawl.putOff(why ?? '')}${again}`;
    if (reason === 'delay') return crawl.reasons.delay(shortTime(waitMs));
    return reason === 'budget' ? crawl.reasons.budget(number(budget)) : crawl.reasons[reason];
  });
  return words.join(' ');
}

/** The same symbols in every language. */
export function shortTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

function problemTable(problems: readonly ProblemCount[], { say, number }: Locale): Html {
  const { people, crawl } = say;
  if (problems.length === 0) return html`<p>–</p>`;
  const rows = problems.map(({ code, count, url, message }) =>
    headedRow(
      html`<code>${code}</code>`,
      { number: number(count) },
      message.slice(0, mostMessage),
      html`<code>${url}</code>`,
    ),
  );
  return scrollTable({ label: people.problems }, [people.reason, people.times, crawl.message, people.example], rows);
}

const mostMessage = 300;
