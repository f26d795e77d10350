// How the catalog grows and decays, for APIs, spreadsheets and pages; read once a minute at most.
import { csvLine } from '../../catalog/csv.ts';
import type { Clock } from '../../model/clock.ts';
import type { Decay } from '../../monitor/health/decay.ts';
import { decayRows } from '../../monitor/health/decay-tables.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { formOf, type HttpRequest } from '../http/request.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';

interface DecayParts {
  readonly catalog: Pick<OpenCatalog, 'decay'>;
  readonly clock: Pick<Clock, 'now'>;
}

interface Kept {
  readonly atMs: number;
  readonly decay: Promise<Decay>;
}

/** Reads everything monitored, and months don't change by the second. */
const keptMs = 60_000;
const kept = new WeakMap<DecayParts['catalog'], Kept>();

export function decayOf({ catalog, clock }: DecayParts): Promise<Decay> {
  const nowMs = clock.now();
  const known = kept.get(catalog);
  if (known !== undefined && nowMs - known.atMs < keptMs) return known.decay;
  const decay = catalog.decay().catch((error: unknown) => {
    // A failure isn't cached.
    kept.delete(catalog);
    throw error;
  });
  kept.set(catalog, { atMs: nowMs, decay });
  return decay;
}

export async function getDecay(request: HttpRequest, parts: DecayParts): Promise<HttpResponse> {
  const form = formOf(request, { json: 'application/json', csv: 'text/csv' });
  const decay = await decayOf(parts);
  if (form === 'json') return jsonResponse(decay);
  return { status: 200, type: 'text/csv; charset=utf-8', body: decayRows(decay).map(csvLine).join('') };
}
