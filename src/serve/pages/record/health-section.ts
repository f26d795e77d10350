// The status section of a record page: status, score, and the latest check requests.
import { webUrl } from '../../../base/url/web-url.ts';
import type { CheckRound, Monitored } from '../../../model/monitoring.ts';
import { plainRow, scrollTable } from '../layout/data-table.ts';
import { type Html, html, type Part } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';
import type { Locale } from '../messages/locale.ts';

export interface RecordHealth {
  /** Null if it was never checked. */
  readonly monitored: Monitored | null;
  /** Newest first. */
  readonly rounds: readonly CheckRound[];
}

export function healthSection(id: string, { monitored, rounds }: RecordHealth, { base, locale }: PageSetting): Html {
  const { say, day, number } = locale;
  const health = monitored?.health ?? null;
  if (monitored === null || health === null) return html`<p>${say.record.unchecked}</p>`;
  const { score, movedTo } = monitored;
  const moved = movedTo === null ? null : webUrl(movedTo);
  const rows: readonly (readonly [string, Part])[] = [
    [
      say.facets.state,
      html`<strong class="state ${health.state}">${say.values[health.state]}</strong> ${say.record.since(day(health.sinceMs))}`,
    ],
    [say.record.problems, health.reason?.message],
    [say.record.movedTo, moved],
    [say.record.score, score?.value == null ? null : say.record.scoreOf(number(score.value))],
    [say.record.checked, day(health.lastRoundMs)],
  ];
  const shown = rows.filter(([, value]) => value !== null && value !== undefined);
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
${checkTable(rounds, locale)}
<p><a href="${base}/api/v1/resources/${id}/report?f=markdown">${say.record.report}</a></p>`;
}

const shownRequests = 10;

function checkTable(rounds: readonly CheckRound[], { say, day, number }: Locale): Html | null {
  const requests = rounds.flatMap(({ requests: list }) => list).slice(0, shownRequests);
  if (requests.length === 0) return null;
  const rows = requests.map(({ startedMs, method, url, status, bytes, totalMs, reason }) => {
    const response =
      status === null ? say.record.noResponse : `${status}, ${number(bytes)} B, ${number(Math.round(totalMs))} ms`;
    return plainRow(
      day(startedMs),
      html`<code>${method} ${url.slice(0, 300)}</code>`,
      html`${response}${reason === null ? null : html`<br>${reason.message}`}`,
    );
  });
  const { health, checked, request, response } = say.record;
  return scrollTable({ label: health }, [checked, request, response], rows);
}
