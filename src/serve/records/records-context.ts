// What OGC API – Records uses besides the server context: its HTML pages.
import type { Resource } from '../../model/resource.ts';
import type { Link } from '../formats/record-links.ts';
import type { RecordPage } from '../http/record-list.ts';
import type { HttpRequest } from '../http/request.ts';
import type { ServerContext } from '../http/server-context.ts';

export interface RecordsContext extends ServerContext {
  readonly pages: RecordPages;
}

interface RecordPages {
  record(record: Resource, request: HttpRequest): Promise<string>;
  results(request: HttpRequest, results: { found: RecordPage; offset: number; links: readonly Link[] }): string;
  links(request: HttpRequest, title: string, links: readonly Link[]): string;
}
