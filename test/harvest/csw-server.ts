// A CSW similar to pycsw, with a quirk for each type of paging error (edge cases 64–66).
import { seededRandom } from '../../src/base/random/seeded-random.ts';
import {
  type CatalogRequest,
  type CatalogResponse,
  type CatalogServer,
  makeRecord,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
} from './synthetic-catalog.ts';

export const cswQuirks = [
  'none',
  'next-missing',
  'next-zero-too-early',
  'next-never-zero',
  'capped-at-37',
  'fewer-than-requested',
  'unsorted-by-default',
  'never-sorted',
  'records-that-fail',
  'record-breaks-xml',
  'shrinking',
  'growing',
  'get-only',
  'iso-only',
  'filter-rejected',
  'sometimes-busy',
  'matched-is-returned',
  'ends-in-repeats',
] as const;
export type CswQuirk = (typeof cswQuirks)[number];

/** Positions whose records no response can contain. */
export const failing = [0, 742, 743, 999] as const;

interface RecordQuery {
  readonly start: number;
  readonly count: number;
  readonly since: string | null;
  readonly isSorted: boolean;
  readonly isIso: boolean;
}

const xml = 'application/xml';

export function serveCsw(catalog: SyntheticCatalog, quirk: CswQuirk): Promise<CatalogServer> {
  const random = seededRandom(7);
  return serveCatalog((request) => {
    if (request.url.pathname !== '/csw') return null;
    if (request.method === 'GET' && /getcapabilities/i.test(request.url.search)) return capabilities(request);
    const query = readQuery(request);
    if (query === null) return refusal('No such request.');
    catalog.requests++;
    const other = catalog.instead?.(request) ?? null;
    if (other !== null) return other;
    return respond(catalog, quirk, { request, query, random });
  });
}

interface RequestContext {
  readonly request: CatalogRequest;
  readonly query: RecordQuery;
  readonly random: ReturnType<typeof seededRandom>;
}

function respond(
  catalog: SyntheticCatalog,
  quirk: CswQuirk,
  { request, query, random }: RequestContext,
): CatalogResponse {
  const { requests } = catalog;
  if (quirk === 'sometimes-busy' && requests % 9 === 0)
    return { status: 503, type: 'text/plain', text: 'busy', headers: { 'retry-after': '0' } };
  if (quirk === 'get-only' && request.method === 'POST') return { status: 405, type: 'text/plain', text: 'GET only' };
  if (quirk === 'iso-only' && !query.isIso) return refusal('csw:Record is not offered.');
  if (quirk === 'filter-rejected' && query.since !== null) return refusal('dct:modified is not queryable.');
  if (quirk === 'never-sorted' && query.isSorted) return refusal('SortBy is not supported.');
  if (quirk === 'shrinking' && requests > 3 && requests <= 8) catalog.records.splice(requests * 3, 7);
  if (quirk === 'growing' && requests > 3 && requests <= 8) insert(catalog, requests);
  const isShuffled = quirk === 'never-sorted' || (quirk === 'unsorted-by-default' && !query.isSorted);
  const since = query.since ?? '';
  const matching = catalog.records.filter(({ modified }) => modified >= since);
  const all = isShuffled ? shuffled(matching, random) : matching;
  let { start, count } = query;
  if (quirk === 'capped-at-37') count = Math.min(count, 37);
  if (quirk === 'fewer-than-requested') count = Math.max(1, count - random.below(count));
  if (quirk === 'ends-in-repeats' && start > all.length) start = Math.max(1, all.length - count + 1);
  const page = all.slice(start - 1, start - 1 + count);
  const isFailing = ({ id }: SyntheticRecord) => failing.some((number) => id === makeRecord(number, 1).id);
  if (quirk === 'records-that-fail' && page.some(isFailing)) return { status: 500, type: 'text/html', text: 'oops' };
  catalog.sent += page.length;
  const isBroken = quirk === 'record-breaks-xml' && page.some(({ id }) => id === 'record-000742');
  return records(page, {
    query,
    matched: quirk === 'matched-is-returned' ? page.length : all.length,
    quirk,
    start,
    isBroken,
  });
}

function insert(catalog: SyntheticCatalog, requests: number): void {
  const id = `record-000000-${requests}`;
  catalog.records.splice(1, 0, { id, title: `Added ${requests}`, modified: '2019-01-01T00:00:00Z' });
}

function shuffled<T>(list: readonly T[], random: ReturnType<typeof seededRandom>): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}

function readQuery({ method, url, body }: CatalogRequest): RecordQuery | null {
  if (method === 'POST') {
    if (!body.includes('<csw:GetRecords')) return null;
    return {
      start: Number(/startPosition="(\d+)"/.exec(body)?.[1]),
      count: Number(/maxRecords="(\d+)"/.exec(body)?.[1]),
      since: /<ogc:Literal>([^<]*)</.exec(body)?.[1] ?? null,
      isSorted: body.includes('<ogc:SortBy>'),
      isIso: body.includes('typeNames="gmd:MD_Metadata"'),
    };
  }
  const values = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  if (values.get('request')?.toLowerCase() !== 'getrecords') return null;
  return {
    start: Number(values.get('startposition') ?? 1),
    count: Number(values.get('maxrecords') ?? 10),
    since: /'([^']*)'/.exec(values.get('constraint') ?? '')?.[1] ?? null,
    isSorted: values.has('sortby'),
    isIso: values.get('typenames') === 'gmd:MD_Metadata',
  };
}

interface PageForm {
  readonly query: RecordQuery;
  readonly matched: number;
  readonly quirk: CswQuirk;
  readonly start: number;
  readonly isBroken: boolean;
}

function records(
  page: readonly SyntheticRecord[],
  { query, matched, quirk, start, isBroken }: PageForm,
): CatalogResponse {
  const reached = start + page.length;
  const isEnd = reached > matched && quirk !== 'matched-is-returned';
  const plain = isEnd && quirk !== 'next-never-zero' && quirk !== 'ends-in-repeats' ? 0 : reached;
  const named = quirk === 'next-zero-too-early' && start > 500 ? 0 : plain;
  const next = quirk === 'next-missing' ? '' : ` nextRecord="${named}"`;
  const body = page.map((record) => (query.isIso ? isoRecord(record) : dublinCoreRecord(record))).join('');
  const text = `<?xml version="1.0"?><csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/" xmlns:ows="http://www.opengis.net/ows"><csw:SearchResults numberOfRecordsMatched="${matched}" numberOfRecordsReturned="${page.length}"${next}>${body}</csw:SearchResults></csw:GetRecordsResponse>`;
  return { type: xml, text: isBroken ? text.slice(0, text.indexOf('record-000742') + 13) : text };
}

function dublinCoreRecord({ id, title, modified }: SyntheticRecord): string {
  return `<csw:Record><dc:identifier>${id}</dc:identifier><dc:title>${title}</dc:title><dct:modified>${modified}</dct:modified><dct:references scheme="OGC:WMS">http://127.0.0.1:9/wms?map=${id}</dct:references><ows:BoundingBox><ows:LowerCorner>5 45</ows:LowerCorner><ows:UpperCorner>10 48</ows:UpperCorner></ows:BoundingBox></csw:Record>`;
}

function isoRecord({ id, title, modified }: SyntheticRecord): string {
  const string = (text: string) => `<gco:CharacterString>${text}</gco:CharacterString>`;
  return `<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:fileIdentifier>${string(id)}</gmd:fileIdentifier><gmd:dateStamp><gco:DateTime>${modified}</gco:DateTime></gmd:dateStamp><gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title>${string(title)}</gmd:title></gmd:CI_Citation></gmd:citation></gmd:MD_DataIdentification></gmd:identificationInfo></gmd:MD_Metadata>`;
}

function refusal(text: string): CatalogResponse {
  return {
    type: xml,
    text: `<?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows" version="1.2.0"><ows:Exception exceptionCode="InvalidParameterValue"><ows:ExceptionText>${text}</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`,
  };
}

function capabilities({ url }: CatalogRequest): CatalogResponse {
  const operation = (name: string) =>
    `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${url.origin}/csw"/><ows:Post xlink:href="${url.origin}/csw"/></ows:HTTP></ows:DCP></ows:Operation>`;
  return {
    type: xml,
    text: `<?xml version="1.0"?><csw:Capabilities xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:ows="http://www.opengis.net/ows" xmlns:xlink="http://www.w3.org/1999/xlink" version="2.0.2"><ows:ServiceIdentification><ows:Title>A made-up catalog</ows:Title><ows:ServiceType>CSW</ows:ServiceType><ows:ServiceTypeVersion>2.0.2</ows:ServiceTypeVersion></ows:ServiceIdentification><ows:OperationsMetadata>${operation('GetCapabilities')}${operation('GetRecords')}</ows:OperationsMetadata></csw:Capabilities>`,
  };
}
