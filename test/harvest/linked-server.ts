// A CSW whose records link to services on the same server, which have no titles.
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { type CatalogResponse, type CatalogServer, serveCatalog } from './synthetic-catalog.ts';

const pageSize = 5;

export interface LinkedServer extends CatalogServer {
  /** Requests for records and services. */
  readonly requests: { count: number };
}

/** Names without numbers: a series of numbered URLs looks like a trap. */
export function nameOf(number: number): string {
  const letters = 'bcdfghjklmnprstvwz';
  const vowels = 'aeiou';
  const at = (text: string, index: number) => text[index % text.length]!;
  return `${at(letters, number)}${at(vowels, number)}${at(letters, number * 7 + 3)}${at(vowels, Math.floor(number / 5))}${at(letters, Math.floor(number / 18))}`;
}

export async function serveLinked(services: number): Promise<LinkedServer> {
  const requests = { count: 0 };
  const names = Array.from({ length: services }, (_, number) => nameOf(number)).sort();
  const server = await serveCatalog(({ method, url, body }) => {
    if (url.pathname === '/csw' && method === 'GET' && /getcapabilities/i.test(url.search)) return capabilities(url);
    if (url.pathname === '/csw' && method === 'POST') {
      requests.count++;
      const start = Number(/startPosition="(\d+)"/.exec(body)?.[1]);
      return records(names, start, url.origin);
    }
    const isService = url.pathname.startsWith('/wms/') && /service=wms/i.test(url.search);
    if (!isService) return null;
    requests.count++;
    return wms(`${url.origin}${url.pathname}`);
  });
  return { ...server, requests };
}

function records(names: readonly string[], start: number, origin: string): CatalogResponse {
  const page = names.slice(start - 1, start - 1 + pageSize);
  const next = start + page.length > names.length ? 0 : start + page.length;
  const body = page.map(
    (name) =>
      `<csw:Record><dc:identifier>record-${name}</dc:identifier><dc:title>Map of ${name}</dc:title><dct:modified>2026-01-01</dct:modified><dct:references scheme="OGC:WMS">${origin}/wms/${name}</dct:references></csw:Record>`,
  );
  return {
    type: 'application/xml',
    text: `<?xml version="1.0"?><csw:GetRecordsResponse xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/"><csw:SearchResults numberOfRecordsMatched="${names.length}" numberOfRecordsReturned="${page.length}" nextRecord="${next}">${body.join('')}</csw:SearchResults></csw:GetRecordsResponse>`,
  };
}

function wms(address: string): CatalogResponse {
  return {
    type: 'text/xml',
    text: `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink"><Service><Name>WMS</Name><Title>WMS</Title><OnlineResource xlink:href="${address}"/></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Layer><Name>a</Name><Title>Forest</Title></Layer></Capability></WMS_Capabilities>`,
  };
}

function capabilities({ origin }: URL): CatalogResponse {
  const operation = (name: string) =>
    `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${origin}/csw"/><ows:Post xlink:href="${origin}/csw"/></ows:HTTP></ows:DCP></ows:Operation>`;
  return {
    type: 'application/xml',
    text: `<?xml version="1.0"?><csw:Capabilities xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" xmlns:ows="http://www.opengis.net/ows" xmlns:xlink="http://www.w3.org/1999/xlink" version="2.0.2"><ows:ServiceIdentification><ows:Title>Maps of the villages</ows:Title><ows:ServiceType>CSW</ows:ServiceType><ows:ServiceTypeVersion>2.0.2</ows:ServiceTypeVersion></ows:ServiceIdentification><ows:OperationsMetadata>${operation('GetCapabilities')}${operation('GetRecords')}</ows:OperationsMetadata></csw:Capabilities>`,
  };
}

/** How many records lead to each address that was stored. */
export async function linksPerKey(db: string): Promise<readonly number[]> {
  const store = openSqlite(db);
  const rows = store.database.prepare('SELECT count(*) AS links FROM harvest_link GROUP BY key').all() as {
    links: number;
  }[];
  await store.close();
  return rows.map(({ links }) => links);
}
