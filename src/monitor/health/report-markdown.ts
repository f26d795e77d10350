// The publisher's report as Markdown, with harvested text escaped.
import type { CheckedRequest, Score, ScorePart, StoredRound } from '../../model/monitoring.ts';
import { changeWords } from './description-change.ts';
import type { PublisherReport } from './publisher-report.ts';

const roundsShown = 10;

export function reportMarkdown(report: PublisherReport): string {
  const lines = [
    `# ${text(report.title) || '(no title)'}`,
    '',
    `${report.kind} at <${report.endpoint.replace(/[<>\s]/g, encodeURIComponent)}> · record ${report.id}`,
    '',
    `**${report.state}**${report.sinceMs === null ? '' : ` since ${moment(report.sinceMs)}`}${
      report.reason === null ? '.' : `: ${text(report.reason.message)}`
    }`,
    ...(report.movedTo === null ? [] : ['', `It now responds at ${text(report.movedTo)}.`]),
    '',
    ...scoreLines(report.score),
    ...findingLines(report),
    ...roundLines(report.rounds.slice(0, roundsShown)),
    ...changeLines(report),
    `Written ${moment(report.writtenMs)} from stored checks. Capacity is ${report.capacity}: that would be a load test.`,
  ];
  return `${lines.join('\n')}\n`;
}

function scoreLines(score: Score | null): readonly string[] {
  if (score === null) return ['It has not been checked yet.', ''];
  const value = score.value === null ? 'no score' : `${score.value} of 100 (${score.band})`;
  const remarks = [
    score.isProvisional ? 'provisional: fewer than 5 checks' : '',
    score.cap === 'down' ? 'capped at 20: it is down' : '',
    score.cap === 'never-succeeded' ? '0: it has never worked' : '',
  ].filter((remark) => remark !== '');
  return [
    `## Score: ${value}${remarks.length === 0 ? '' : `, ${remarks.join(', ')}`}`,
    '',
    '| part | points | of | numbers |',
    '|---|---|---|---|',
    ...(['availability', 'performance', 'correctness', 'metadata'] as const).map((name) => partLine(name, score[name])),
    '',
    `Formula version ${score.scoreVersion}; docs/monitoring.md explains the formula.`,
    '',
  ];
}

function partLine(name: string, { points, of, facts }: ScorePart): string {
  const numbers = Object.entries(facts).map(([key, value]) => `${key} ${value === null ? '–' : value}`);
  return `| ${name} | ${points} | ${of} | ${numbers.join(', ')} |`;
}

function findingLines({ discoveries }: PublisherReport): readonly string[] {
  if (discoveries.length === 0) return ['## What to fix', '', 'Nothing.', ''];
  return [
    '## What to fix',
    '',
    '| costs | what | why | how |',
    '|---|---|---|---|',
    ...discoveries.map(({ part, what, why, fix }) => `| ${part} | ${text(what)} | ${text(why)} | ${text(fix)} |`),
    '',
  ];
}

function roundLines(rounds: readonly StoredRound[]): readonly string[] {
  if (rounds.length === 0) return [];
  return [
    '## Checks',
    '',
    ...rounds.flatMap(({ endedMs, outcome, reason, requests }) => [
      `- ${moment(endedMs)} **${outcome}**${reason === null ? '' : `: ${text(reason.message)}`}`,
      ...requests.map((request) => `  - ${requestLine(request)}`),
    ]),
    '',
  ];
}

function requestLine({ operation, method, url, status, bytes, firstByteMs, totalMs }: CheckedRequest): string {
  const response = status === null ? 'no response' : `status ${status}, ${bytes} bytes, first byte ${firstByteMs} ms`;
  return `${operation}: \`${method} ${url.replaceAll('`', '%60')}\` → ${response}, ${totalMs} ms in total`;
}

function changeLines({ versions }: PublisherReport): readonly string[] {
  const changes = versions.flatMap(({ seenMs, change, isSuspicious }) =>
    change === null ? [] : [`- ${moment(seenMs)} ${text(changeWords(change))}${isSuspicious ? ' (doubted)' : ''}`],
  );
  return changes.length === 0 ? [] : ['## Changes of its description', '', ...changes, ''];
}

function moment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** On one line, with Markdown and HTML syntax escaped. */
function text(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|#]/g, (sign) => `\\${sign}`);
}
