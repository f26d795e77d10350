// HTML of records, result lists and link lists, also for OGC API – Records.
import type { Resource } from '../../../model/resource.ts';
import type { Link } from '../../formats/record-links.ts';
import type { RecordPage } from '../../http/record-list.ts';
import type { HttpRequest } from '../../http/request.ts';
import { linksPage } from '../layout/links-page.ts';
import { settingOf } from '../layout/page-setting.ts';
import type { PageContext } from '../page-context.ts';
import { resultsPage } from '../search/results-page.ts';
import { readLayerListParams } from './layer-list.ts';
import { recordPage } from './record-page.ts';

export function recordPages(context: PageContext) {
  return {
    record: (record: Resource, request: HttpRequest) => pageOfRecord(record, request, context),
    results: (request: HttpRequest, results: { found: RecordPage; offset: number; links: readonly Link[] }) =>
      resultsPage({ ...results, query: request.query, setting: settingOf(request, context) }),
    links: (request: HttpRequest, title: string, links: readonly Link[]) =>
      linksPage(title, links, settingOf(request, context)),
  };
}

export async function pageOfRecord(record: Resource, request: HttpRequest, context: PageContext): Promise<string> {
  const { catalog } = context;
  const [history, provenance, distributions, monitored, rounds] = await Promise.all([
    catalog.history(record.id),
    catalog.provenance(record.id),
    catalog.duplicates.distributions({ id: record.id, layer: null }),
    catalog.checks.get(record.id),
    catalog.checks.rounds(record.id, { limit: 5, sinceMs: 0 }),
  ]);
  const health = { monitored, rounds };
  const layers = readLayerListParams(request.query);
  const hostCountry = await catalog.hostCountry(record.endpoint);
  const setting = settingOf(request, context);
  return recordPage({ record, history, provenance, distributions, health, hostCountry, setting, layers });
}
