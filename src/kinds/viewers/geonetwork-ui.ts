// GeoNetwork-UI (datahub): a catalog's front end, and its configuration, which names the catalog.
import { webUrl } from '../../base/url/web-url.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, portalAbove, portalFolder } from '../address/catalog-address.ts';
import { htmlHead } from '../address/html-source.ts';
import { pageWords } from '../address/portal-page.ts';
import { RecordList } from '../records/catalog-records.ts';

const configurationPath = 'assets/configuration/default.toml';

export const geonetworkUi: ResourceKind = {
  id: 'geonetwork-ui',
  title: 'GeoNetwork-UI datahub',
  family: 'catalog',
  specification: 'GeoNetwork-UI configuration (TOML)',
  tier: 2,
  forms: ['html', 'text'],
  dataset: 'record',
  suspect: ({ url }) => {
    const { path } = splitAddress(url);
    if (path.endsWith(`/${configurationPath}`)) return 0.9;
    return /\/datahub\/?$/.test(path) ? 0.6 : 0;
  },
  probe: (url) => [{ url: `${folderOf(url)}${configurationPath}` }],
  identify,
  describe,
  more: (document) =>
    document.form === 'html' && document.parts.length === 0
      ? { url: `${folderOf(document.finalUrl)}${configurationPath}` }
      : null,
  check: checkAddress,
};

function folderOf(url: string): string {
  return portalAbove(url, /\/assets\/configuration\//) ?? (/\/datahub$/.test(url) ? `${url}/` : portalFolder(url));
}

function identify(document: Document): readonly Identity[] {
  const isDatahub = document.form === 'html' ? isApplication(htmlHead(document)) : readCatalogUrl(document) !== null;
  return isDatahub ? [{ kind: 'geonetwork-ui', version: null, endpoint: folderOf(document.finalUrl) }] : [];
}

/** The root element of the application; only its page has it. */
function isApplication(head: string): boolean {
  return /<(?:datahub-root|gn-ui-root|metadata-editor-root)[\s>]/i.test(head);
}

/** `geonetwork4_api_url = "/geonetwork/srv/api"`; null if this isn't such a configuration. */
function readCatalogUrl(document: Document): string | null {
  const head = new TextDecoder(document.charset).decode(document.bytes.subarray(0, 65_536));
  return /^\s{0,8}geonetwork4_api_url\s{0,8}=\s{0,8}["']([^"'\n]{1,500})["']/m.exec(head)?.[1] ?? null;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  for (const source of [document, ...document.parts]) {
    const api = source.form === 'text' ? readCatalogUrl(source) : null;
    const url = api === null ? null : webUrl(api, source.finalUrl);
    if (url === null) continue;
    records.link(`${url.replace(/\/+$/, '')}/site`, 'GeoNetwork');
    records.link(`${url.replace(/\/api\/?$/, '')}/eng/csw?SERVICE=CSW&REQUEST=GetCapabilities`, 'CSW');
  }
  const page = document.form === 'html' ? pageWords(document) : { title: '' };
  return records.describe(document, { ...page, software: 'GeoNetwork-UI' });
}
