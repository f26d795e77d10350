// One visit from the request to its effects: fetched, completed, read, its catalogs harvested, its page rendered.
import type { VisitResponse } from '../fetch/visit.ts';
import { lostHosts } from '../frontier/postgres/settle-visits.ts';
import { gatherParts, type RequestMore } from '../identify/gather.ts';
import { pluginKinds } from '../identify/plugin-kinds.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { Visit } from '../model/frontier.ts';
import type { ResourceKind } from '../model/kind.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { CrawlSession } from './crawl-session.ts';
import { createHarvester, type HarvestContext } from './harvest-visit.ts';
import { readResponse } from './interpret-response.ts';
import { createPageRenderer } from './render-page.ts';
import type { VisitEffects } from './visit-effects.ts';

/** `isStopped` and `wake` connect harvests, which take many requests, with the pipeline. */
export function createVisitProcessor(
  session: CrawlSession,
  run: CrawlRun,
  pipeline: Pick<HarvestContext, 'isStopped' | 'wake'>,
): (visit: Visit, halt: AbortSignal) => Promise<VisitEffects> {
  const { config, visitor, browser, frontier, target, reading, records } = session;
  const harvest = createHarvester({
    archives: target.archives,
    options: target.harvest,
    maxRecords: config['crawl.harvestRecords'],
    visitor,
    reading,
    records,
    run,
    ...pipeline,
  });
  const { offersFrom } = reading;
  const render = browser && createPageRenderer({ config, browser, visitor, frontier, offersFrom });
  return async (visit, halt) => {
    const requestPart: RequestMore = (request) => visitor.requestPart(visit, request, halt);
    const response = await completeResponse(await visitor.visit(visit, halt), reading.kinds, requestPart);
    run.hasResponse ||= response.type === 'response';
    const effects = readResponse(reading, visit, response);
    try {
      const harvested = await harvest(visit, effects, halt);
      return render === null ? harvested : await render({ visit, response, effects: harvested }, halt);
    } catch (error) {
      // The commit determines void visits; their harvests aren't stored.
      if (lostHosts(error) === null) throw error;
      return effects;
    }
  };
}

/**
 * Fetches the further parts a kind needs (the end of an archive, the landing page of an API). Web pages, most of a
 * crawl, need none.
 */
async function completeResponse(
  response: VisitResponse,
  allKinds: readonly ResourceKind[],
  requestPart: RequestMore,
): Promise<VisitResponse> {
  if (response.type !== 'response') return response;
  const kinds = response.document.form === 'html' ? pluginKinds(allKinds) : allKinds;
  if (kinds.length === 0) return response;
  try {
    const document = await gatherParts(response.document, kinds, requestPart);
    return { ...response, document, requests: response.requests + document.requests - response.document.requests };
  } catch (error) {
    if (!(error instanceof GeotrawlError) || error.code !== 'fetch.aborted') throw error;
    // Stopped midway, or the lease expired: the next visit reads it in full.
    const again = new GeotrawlError(error.code, error.message, { retry: true, cause: error });
    return { type: 'failed', error: again, requests: response.requests };
  }
}
