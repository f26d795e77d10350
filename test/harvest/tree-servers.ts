// Tree-shaped catalogs (ArcGIS services directory, web-accessible folders, THREDDS), with quirks.
import {
  type CatalogResponse,
  type CatalogServer,
  type SyntheticCatalog,
  type SyntheticRecord,
  serveCatalog,
} from './synthetic-catalog.ts';

export type TreeShape = 'arcgis' | 'waf-apache' | 'waf-nginx' | 'waf-iis' | 'thredds';
export type TreeQuirk =
  | 'none'
  /** One folder fails while its siblings work (edge case 68). */
  | 'folder-that-fails'
  /** Thirty folders in a row want a login: more than the failures after which a server is left alone. */
  | 'folders-closed'
  /** Folders name the root, themselves and each other. */
  | 'loops'
  /** A folder has two subfolders, generated on request, and so does each of these. */
  | 'endless'
  /** Entries that are none: null among services, broken XML, other XML. */
  | 'bad-entries'
  /** A folder responds with an HTML page (edge case 87). */
  | 'html-instead'
  /** After 25 records the server fails on every request, until a test changes their number. */
  | 'down-for-a-while';

export const foldersInTree = 12;
/** The folder affected by the quirk. */
export const oddFolder = 7;

export function folderOfRecord({ id }: SyntheticRecord): number {
  return Number(id.slice(-6)) % foldersInTree;
}

/** Whether a bad entry replaces it. */
export function isSpoiled({ id }: SyntheticRecord): boolean {
  return id === 'record-000013';
}

interface Folder {
  /** '' for the root, else its path, with a slash at the end. */
  readonly path: string;
  readonly records: readonly SyntheticRecord[];
  /** Paths from the root. */
  readonly folders: readonly string[];
}

/** Responses of quirks that apply to every type of catalog. */
type Refusal = 'fails' | 'closed' | 'html';

interface Tree {
  readonly catalog: SyntheticCatalog;
  readonly quirk: TreeQuirk;
}

/** The root holds folders f0 … f11, each with records and an empty folder below it. Null for anything else. */
function folderAt({ catalog, quirk }: Tree, path: string): Folder | Refusal | null {
  if (path === '') {
    const closed = quirk === 'folders-closed' ? Array.from({ length: 30 }, (_, n) => `c${n}/`) : [];
    const folders = Array.from({ length: foldersInTree }, (_, n) => `f${n}/`);
    return { path, records: [], folders: [...closed, ...folders] };
  }
  if (/^c\d+\/$/.test(path)) return 'closed';
  if (quirk === 'endless' && /^f7\/deep\/(?:more\d\/)*$/.test(path))
    return { path, records: [], folders: [`${path}more0/`, `${path}more1/`] };
  if (/^f\d+\/deep\/$/.test(path)) return { path, records: [], folders: [] };
  const number = Number(/^f(\d+)\/$/.exec(path)?.[1] ?? Number.NaN);
  if (!(number < foldersInTree)) return null;
  if (number === oddFolder && quirk === 'folder-that-fails') return 'fails';
  if (number === oddFolder && quirk === 'html-instead') return 'html';
  const records = catalog.records.filter((record) => folderOfRecord(record) === number);
  const others = quirk === 'loops' ? ['', path, `f${(number + 1) % foldersInTree}/`] : [];
  return { path, records, folders: [`${path}deep/`, ...others] };
}

function refuse(refusal: Refusal): CatalogResponse {
  if (refusal === 'html') return { type: 'text/html', text: '<html><body>Down for maintenance</body></html>' };
  const status = refusal === 'closed' ? 403 : 500;
  return { status, type: 'text/html', text: '<html><body>no</body></html>' };
}

/** Root URLs. */
export const treeRoots: Readonly<Record<TreeShape, string>> = {
  arcgis: '/arcgis/rest/services?f=json',
  'waf-apache': '/metadata/waf/',
  'waf-nginx': '/metadata/waf/',
  'waf-iis': '/metadata/waf/',
  thredds: '/thredds/catalog/catalog.xml',
};

/** `links` is the server whose services the records link to. */
export function serveTree(
  catalog: SyntheticCatalog,
  shape: TreeShape,
  quirk: TreeQuirk,
  links = 'http://127.0.0.1:9',
): Promise<CatalogServer> {
  const tree = { catalog, quirk };
  return serveCatalog((request) => {
    const { url } = request;
    const other = catalog.instead?.(request) ?? null;
    if (other !== null) return other;
    if (shape === 'arcgis') return arcgis(tree, url);
    return shape === 'thredds' ? thredds(tree, url, links) : waf(tree, url, shape, links);
  });
}

/** Errors come with status 200; names of services carry their folder, names of folders do not. */
function arcgis({ catalog, quirk }: Tree, url: URL): CatalogResponse | null {
  const path = decodeURIComponent(/^\/arcgis\/rest\/services\/?(.*)$/.exec(url.pathname)?.[1] ?? '-');
  const json = (value: unknown): CatalogResponse => ({ type: 'text/plain', text: JSON.stringify(value) });
  if (/Server$/.test(path)) return json({ currentVersion: 10.91, mapName: path, layers: [{ id: 0, name: 'L' }] });
  catalog.requests++;
  const folder = folderAt({ catalog, quirk }, path === '' ? '' : `${path}/`);
  if (folder === null) return json({ error: { code: 404, message: 'Folder not found' } });
  if (folder === 'closed') return json({ error: { code: 499, message: 'Token Required' } });
  if (typeof folder === 'string') return refuse(folder);
  catalog.sent += folder.records.length;
  const services: unknown[] = folder.records.map((record) =>
    quirk === 'bad-entries' && isSpoiled(record)
      ? null
      : { name: `${path}/${record.title.replaceAll(' ', '_')}_${record.id}`, type: 'MapServer' },
  );
  const folders = folder.folders.map((name) => name.slice(0, -1)).filter((name) => name !== '');
  return json({ currentVersion: 10.91, folders, services });
}

function waf(tree: Tree, url: URL, shape: TreeShape, links: string): CatalogResponse | null {
  const { catalog, quirk } = tree;
  const path = /^\/metadata\/waf\/(.*)$/.exec(url.pathname)?.[1];
  if (path === undefined) return null;
  catalog.requests++;
  const isDown = quirk === 'down-for-a-while' && catalog.sent === 25;
  if (isDown) return refuse('fails');
  if (path.endsWith('.xml')) return metadataFile(tree, path, links);
  const folder = folderAt({ catalog, quirk }, path);
  if (folder === null || typeof folder === 'string') return folder === null ? null : refuse(folder);
  return { type: 'text/html', text: listing(folder, url.pathname, shape) };
}

function metadataFile({ catalog, quirk }: Tree, path: string, links: string): CatalogResponse | null {
  const record = catalog.records.find(({ id }) => path.endsWith(`/${id}.xml`));
  if (record === undefined) return null;
  catalog.sent++;
  const text = isoRecord(record, links);
  const isBroken = quirk === 'bad-entries' && isSpoiled(record);
  return { type: 'text/xml', text: isBroken ? '<catalog><book>no metadata at all' : text };
}

export function isoRecord({ id, title }: SyntheticRecord, links: string): string {
  const string = (text: string) => `<gco:CharacterString>${text}</gco:CharacterString>`;
  return `<?xml version="1.0"?><gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gco="http://www.isotc211.org/2005/gco"><gmd:fileIdentifier>${string(id)}</gmd:fileIdentifier><gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title>${string(title)}</gmd:title></gmd:CI_Citation></gmd:citation></gmd:MD_DataIdentification></gmd:identificationInfo><gmd:distributionInfo><gmd:MD_Distribution><gmd:transferOptions><gmd:MD_DigitalTransferOptions><gmd:onLine><gmd:CI_OnlineResource><gmd:linkage><gmd:URL>${links}/wms?map=${id}</gmd:URL></gmd:linkage><gmd:protocol>${string('OGC:WMS')}</gmd:protocol></gmd:CI_OnlineResource></gmd:onLine></gmd:MD_DigitalTransferOptions></gmd:transferOptions></gmd:MD_Distribution></gmd:distributionInfo></gmd:MD_Metadata>`;
}

/** With parent and sort links, as real ones have. */
function listing({ path, records, folders }: Folder, at: string, shape: TreeShape): string {
  const above = at.replace(/[^/]+\/$/, '');
  const entries = [
    ...folders.map((name) => ({
      href: `/metadata/waf/${name}`,
      name: name.slice(path.length),
      date: '2019-01-01T00:00',
    })),
    ...records.map(({ id, modified }) => ({ href: `${at}${id}.xml`, name: `${id}.xml`, date: modified.slice(0, 16) })),
  ];
  if (shape === 'waf-iis') {
    const rows = entries.map(({ href, name, date }) => `${iisDate(date)}  1234 <A HREF="${href}">${name}</A><br>`);
    return `<html><head><title>127.0.0.1 - ${at}</title></head><body><H1>127.0.0.1 - ${at}</H1><hr><pre><A HREF="${above}">[To Parent Directory]</A><br><br>${rows.join('')}</pre></body></html>`;
  }
  if (shape === 'waf-nginx') {
    const rows = entries.map(({ href, name, date }) => `<a href="${href}">${name}</a>    ${nginxDate(date)}   123`);
    return `<html><head><title>Index of ${at}</title></head><body><h1>Index of ${at}</h1><hr><pre><a href="../">../</a>\n${rows.join('\n')}\n</pre></body></html>`;
  }
  const rows = entries.map(
    ({ href, name, date }) =>
      `<tr><td><a href="${href}">${name}</a></td><td align="right">${date.replace('T', ' ')}  </td><td>1.2K</td></tr>`,
  );
  return `<html><head><title>Index of ${at}</title></head><body><h1>Index of ${at}</h1><table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr><tr><td><a href="${above}">Parent Directory</a></td></tr>${rows.join('\n')}</table></body></html>`;
}

function iisDate(date: string): string {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(date)!.map(Number);
  const half = hour! < 12 ? 'AM' : 'PM';
  return ` ${month}/${day}/${year}  ${hour! % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`;
}

function nginxDate(date: string): string {
  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  return `${date.slice(8, 10)}-${names[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)} ${date.slice(11, 16)}`;
}

/** Sub-catalogs by relative, rooted and absolute references, one on another server; a compound service. */
function thredds(tree: Tree, url: URL, links: string): CatalogResponse | null {
  const { catalog } = tree;
  const path = /^\/thredds\/catalog\/(.*)catalog\.xml$/.exec(url.pathname)?.[1];
  if (path === undefined) return null;
  catalog.requests++;
  const folder = folderAt(tree, path);
  if (folder === null || typeof folder === 'string') return folder === null ? null : refuse(folder);
  catalog.sent += folder.records.length;
  const references = folder.folders.map((name, at) => {
    const rooted = `/thredds/catalog/${name}catalog.xml`;
    const href = at % 3 === 0 ? rooted : at % 3 === 1 ? `${url.origin}${rooted}` : rooted.replace('.xml', '.html');
    return `<catalogRef xlink:href="${href}" xlink:title="${name}" name=""/>`;
  });
  if (path === '')
    references.push(`<catalogRef xlink:href="http://127.0.0.2:9/thredds/catalog.xml" xlink:title="Elsewhere"/>`);
  const datasets = folder.records.map((record) => threddsDataset(record, tree.quirk));
  return {
    type: 'application/xml',
    text: `<?xml version="1.0"?><catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink" name="Made up"><service name="all" serviceType="Compound" base=""><service name="odap" serviceType="OPENDAP" base="/thredds/dodsC/"/><service name="wms" serviceType="WMS" base="${links}/wms?map="/></service><dataset name="Made up" ID="root"><metadata inherited="true"><serviceName>all</serviceName></metadata>${datasets.join('')}${references.join('')}</dataset></catalog>`,
  };
}

function threddsDataset(record: SyntheticRecord, quirk: TreeQuirk): string {
  const { id, title, modified } = record;
  if (quirk === 'bad-entries' && isSpoiled(record))
    return '<dataset><access/><date type="modified">soon</date></dataset>';
  return `<dataset name="${title}" ID="${id}" urlPath="${id}"><date type="modified">${modified}</date></dataset>`;
}
