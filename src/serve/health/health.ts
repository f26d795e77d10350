// Health of resources over HTTP: status, score with its parts, check history, versions, report, badge; and of the entire catalog.
import { csvLine } from '../../catalog/csv.ts';
import { badgeSvg } from '../../monitor/health/badge.ts';
import { readReport } from '../../monitor/health/check-report.ts';
import { decayRows } from '../../monitor/health/decay-tables.ts';
import { reportMarkdown } from '../../monitor/health/report-markdown.ts';
import { findRecord } from '../http/record-query.ts';
import { countIn, formOf, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';
import { decayOf } from './overviews.ts';

/** Rounds per page. */
const maxRounds = 500;

export async function getHealth(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  const monitored = await context.catalog.checks.get(id);
  const successor = monitored?.movedTo == null ? null : await context.catalog.get(monitored.movedTo);
  const { health = null, score = null, movedTo = null, dueMs = null } = monitored ?? {};
  return jsonResponse({
    id,
    state: health?.state ?? 'unchecked',
    sinceMs: health?.sinceMs ?? null,
    reason: health?.reason ?? null,
    lastCheckMs: health?.lastRoundMs ?? null,
    nextCheckMs: dueMs,
    rounds: monitored?.rounds ?? 0,
    isFollowed: monitored?.isFollowed ?? false,
    movedTo,
    successor: successor?.id ?? null,
    score,
    capacity: 'not measured',
  });
}

export async function getChecks(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  const limit = countIn(request.query, 'limit', 100, { least: 1, most: maxRounds });
  const sinceMs = countIn(request.query, 'since', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return jsonResponse({ items: await context.catalog.checks.rounds(id, { limit, sinceMs }) });
}

export async function getVersions(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  const versions = await context.catalog.checks.versions(id);
  // No API publishes names of people.
  const items = versions.map(({ description: { provider, ...description }, ...version }) => ({
    ...version,
    description: { ...description, organization: provider?.organization ?? null },
  }));
  return jsonResponse({ items });
}

/** `f=markdown` for sending the report by mail. */
export async function getReport(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const record = await findRecord(context, request.parameters.id ?? '');
  const report = await readReport(context.catalog.checks, record, context.clock.now());
  if (request.query.get('f') !== 'markdown') return jsonResponse(report);
  return { status: 200, type: 'text/markdown; charset=utf-8', body: reportMarkdown(report) };
}

export async function getBadge(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const { id } = await findRecord(context, request.parameters.id ?? '');
  const monitored = await context.catalog.checks.get(id);
  const body = badgeSvg(monitored?.health?.state ?? 'unchecked', monitored?.score ?? null);
  return { status: 200, type: 'image/svg+xml', body, headers: { 'cache-control': 'public, max-age=300' } };
}

/** Events of all resources, newest first; `after` is the last event number received. */
export async function getEvents(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const limit = countIn(request.query, 'limit', 100, { least: 1, most: 1000 });
  const afterNumber = countIn(request.query, 'after', 0, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return jsonResponse({ items: await context.catalog.checks.events({ limit, afterNumber }) });
}

export async function getHealthCounts(_request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  return jsonResponse(await context.catalog.checks.counts(context.clock.now()));
}

/** How the catalog grows and decays, as JSON or for spreadsheets. */
export async function getDecay(request: HttpRequest, context: ServerContext): Promise<HttpResponse> {
  const form = formOf(request, { json: 'application/json', csv: 'text/csv' });
  const decay = await decayOf(context);
  if (form === 'json') return jsonResponse(decay);
  return { status: 200, type: 'text/csv; charset=utf-8', body: decayRows(decay).map(csvLine).join('') };
}
