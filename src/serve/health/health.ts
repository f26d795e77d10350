// Health of resources over HTTP: state, score with its parts, history of checks, versions, report, badge.
import { badgeSvg } from '../../monitor/health/badge.ts';
import { readReport } from '../../monitor/health/check-report.ts';
import { reportMarkdown } from '../../monitor/health/report-markdown.ts';
import { type Asked, checkQuery, countIn } from '../http/request.ts';
import { type Answer, jsonAnswer } from '../http/response.ts';
import { findRecord } from '../records/items.ts';
import type { Serving } from '../serving.ts';

/** Rounds on one page. */
const maxRounds = 500;

export async function getHealth(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  const monitored = await serving.catalog.checks.get(id);
  const successor = monitored?.movedTo == null ? null : await serving.catalog.get(monitored.movedTo);
  const { health = null, score = null, movedTo = null, dueMs = null } = monitored ?? {};
  return jsonAnswer({
    ...{ id, state: health?.state ?? 'unchecked', sinceMs: health?.sinceMs ?? null, reason: health?.reason ?? null },
    ...{ lastCheckMs: health?.lastRoundMs ?? null, nextCheckMs: dueMs, rounds: monitored?.rounds ?? 0 },
    ...{
      isFollowed: monitored?.isFollowed ?? false,
      movedTo,
      successor: successor?.id ?? null,
      score,
      capacity: 'not measured',
    },
  });
}

export async function getChecks(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['limit', 'since']);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  const limit = countIn(asked.query, 'limit', 100, { least: 1, most: maxRounds });
  const sinceMs = countIn(asked.query, 'since', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return jsonAnswer({ items: await serving.catalog.checks.rounds(id, { limit, sinceMs }) });
}

export async function getVersions(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  const versions = await serving.catalog.checks.versions(id);
  // Persons leave through no door.
  const items = versions.map(({ description: { provider, ...description }, ...version }) => ({
    ...version,
    description: { ...description, organization: provider?.organization ?? null },
  }));
  return jsonAnswer({ items });
}

/** `f=markdown` for people who get it by mail. */
export async function getReport(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['f']);
  const record = await findRecord(serving, asked.parameters.id ?? '');
  const report = await readReport(serving.catalog.checks, record, serving.clock.now());
  if (asked.query.get('f') !== 'markdown') return jsonAnswer(report);
  return { status: 200, type: 'text/markdown; charset=utf-8', body: reportMarkdown(report) };
}

export async function getBadge(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  const { id } = await findRecord(serving, asked.parameters.id ?? '');
  const monitored = await serving.catalog.checks.get(id);
  const body = badgeSvg(monitored?.health?.state ?? 'unchecked', monitored?.score ?? null);
  return { status: 200, type: 'image/svg+xml', body, headers: { 'cache-control': 'public, max-age=300' } };
}

/** What happened to all resources, newest first; `after` goes on from a number that was seen. */
export async function getEvents(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, ['limit', 'after']);
  const limit = countIn(asked.query, 'limit', 100, { least: 1, most: 1000 });
  const afterNumber = countIn(asked.query, 'after', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return jsonAnswer({ items: await serving.catalog.checks.events({ limit, afterNumber }) });
}

export async function getHealthCounts(asked: Asked, serving: Serving): Promise<Answer> {
  checkQuery(asked, []);
  return jsonAnswer(await serving.catalog.checks.counts(serving.clock.now()));
}
