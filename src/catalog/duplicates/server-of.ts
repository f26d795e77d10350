// Identifies the server behind a URL, independent of protocol: host, software and configuration.
import { endpointKey } from '../../base/url/endpoint.ts';
import { siteOf } from '../../base/url/url.ts';

export interface Server {
  readonly host: string;
  /** The registrable domain. */
  readonly site: string;
  /** Equal for all endpoints of one server: without protocol names, port and spelling. */
  readonly key: string;
  /** The URL identifies the software, so that `key` is certain. */
  readonly program: 'arcgis' | 'geoserver' | 'mapfile' | 'data' | null;
  /** The workspace in the URL, folded; ''. */
  readonly workspace: string;
  /** Equal for spellings of one URL: port, www, case, slashes and index files. */
  readonly alias: string;
  /** Numbers in path and parameters, which distinguish editions with equal titles; without protocol versions. */
  readonly numbers: readonly string[];
}

/** Protocol names in URLs. */
const protocolWords = new Set(
  `ows wms wfs wcs wmts wmsc tms wps csw sos ogc ogcapi oapi oapif api features collections service services gwc mapserver
  wmsserver wfsserver wcsserver wmtsserver featureserver rest download view`.split(/\s+/),
);

/** Data servers offer each file below one path per protocol. */
const dataPath =
  /^(.*?)\/(thredds|erddap|opendap)\/(?:wms|wcs|wfs|dodsc|fileserver|ncss|ncml|uddc|iso|sos|cdmremote|griddap|tabledap|files|info|hyrax|godiva2|godiva3)\/(?:grid\/|dataset\/)?(.+)$/;
const arcgisPath =
  /^(.*?)\/(?:rest\/)?services\/(.+?)\/(?:map|feature|image|scene|vectortile|globe|mobile)server(?:\/|$)/;
const geoserverPath = /^(.*?\/geoserver[^/]*)(?:\/([^/]+))?/;
const indexFile = /\/(?:index|default)\.(?:php|html?|aspx?|jsp)$/;

const none: Server = {
  host: '',
  site: '',
  key: '',
  program: null,
  workspace: '',
  alias: '',
  numbers: [],
};

export function serverOf(endpoint: string): Server {
  const address = endpointKey(endpoint);
  const parts = /^([^/?]+)([^?]*)(?:\?(.*))?$/.exec(address);
  if (parts === null) return none;
  const [, authority = '', rawPath = '', query = ''] = parts;
  const host = authority
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\d?\./, '');
  const path = decoded(rawPath).toLowerCase().replace(indexFile, '').replace(/\/+$/, '');
  const suffix = query === '' ? '' : `?${query}`;
  const alias = `${host}${path}${suffix}`;
  const base = { host, site: siteOf(host), alias, numbers: pathNumbers(`${path} ${decoded(query)}`) };
  return { ...base, ...faceOf(host, path, suffix) };
}

function faceOf(host: string, path: string, query: string): Pick<Server, 'key' | 'program' | 'workspace'> {
  const data = dataPath.exec(path);
  if (data !== null) {
    const file = data[3]!.replace(/\/request$/, '').replace(/\.(?:html|dds|das|ascii|dmr)$/, '');
    return { key: `${host}${data[1]}/${data[2]}/${file}`, program: 'data', workspace: '' };
  }
  const arcgis = arcgisPath.exec(path);
  if (arcgis !== null) return { key: `${host}${arcgis[1]}/${arcgis[2]}`, program: 'arcgis', workspace: '' };
  const geoserver = geoserverPath.exec(path);
  if (geoserver !== null) {
    const folder = geoserver[2] ?? '';
    return {
      key: `${host}${geoserver[1]}${query}`,
      program: 'geoserver',
      workspace: protocolWords.has(folder) ? '' : folder,
    };
  }
  const hasFile = /[?&](?:map|ows_map|mapfile|project)=/i.test(query);
  const plainHost = host.split('.').filter((label) => !protocolWords.has(label));
  const key = `${plainHost.join('.')}${withoutProtocols(path)}${query}`;
  return { key, program: hasFile ? 'mapfile' : null, workspace: '' };
}

/** `/wms/nature` and `/wfs/nature`, `/nature_wms` and `/nature_wfs` are endpoints of one server. */
function withoutProtocols(path: string): string {
  // A protocol version follows the protocol name; elsewhere it belongs to the data.
  const unversioned = path.replace(/\/(ogcapi|oapi|api|features|ogc|rest)\/v\d+(?=\/|$)/g, '/$1');
  const segments = unversioned.split('/').map((segment) =>
    segment
      .split(/[-_.]/)
      .filter((word) => !protocolWords.has(word))
      .join('-'),
  );
  return segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('');
}

function pathNumbers(text: string): readonly string[] {
  const plain = text.replace(/\bv\d+\b|\b\d\.\d\.\d\b/g, ' ').replace(/\/(?:map|feature|image)server\/\d+.*$/, '');
  return [...new Set(plain.match(/\d+/g))].sort();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
