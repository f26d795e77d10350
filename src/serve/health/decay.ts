// How the catalog grows and decays, for programs, spreadsheets and pages; read once a minute at most.
import { csvLine } from '../../catalog/csv.ts';
import type { Clock } from '../../model/clock.ts';
import type { Decay } from '../../monitor/health/decay.ts';
import { decayRows } from '../../monitor/health/decay-tables.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { type Asked, checkQuery, formOf } from '../http/request.ts';
import { type Answer, jsonAnswer } from '../http/response.ts';

interface DecayParts {
  readonly catalog: Pick<OpenCatalog, 'decay'>;
  readonly clock: Pick<Clock, 'now'>;
}

interface Kept {
  readonly atMs: number;
  readonly decay: Promise<Decay>;
}

/** It looks at everything monitored, and months do not change by the second. */
const keptMs = 60_000;
const kept = new WeakMap<DecayParts['catalog'], Kept>();

export function decayOf({ catalog, clock }: DecayParts): Promise<Decay> {
  const nowMs = clock.now();
  const known = kept.get(catalog);
  if (known !== undefined && nowMs - known.atMs < keptMs) return known.decay;
  const decay = catalog.decay().catch((error: unknown) => {
    // The next one who asks shall not get a failure of a minute ago.
    kept.delete(catalog);
    throw error;
  });
  kept.set(catalog, { atMs: nowMs, decay });
  return decay;
}

export async function getDecay(asked: Asked, parts: DecayParts): Promise<Answer> {
  checkQuery(asked, ['f']);
  const form = formOf(asked, { json: 'application/json', csv: 'text/csv' });
  const decay = await decayOf(parts);
  if (form === 'json') return jsonAnswer(decay);
  return { status: 200, type: 'text/csv; charset=utf-8', body: decayRows(decay).map(csvLine).join('') };
}
