// mviewer: the XML configuration of a map viewer, with themes and layers.
import { readUrl } from '../../base/url/url.ts';
import { readXmlRoot, type XmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { RecordList } from '../records/catalog-records.ts';
import { linkService } from './viewer-services.ts';

const headBytes = 262_144;

export const mviewer: ResourceKind = {
  id: 'mviewer',
  title: 'mviewer configuration',
  family: 'catalog',
  specification: 'mviewer XML configuration',
  tier: 2,
  forms: ['xml'],
  dataset: 'layer',
  suspect: ({ url }) => {
    const { path, query } = splitAddress(url);
    if (/[?&]config=[^&]{1,300}\.xml/.test(query) && /mviewer/.test(path)) return 0.7;
    return /mviewer|\/apps\//.test(path) && /\.xml$/.test(path) ? 0.7 : 0;
  },
  probe: (url) => [{ url: configurationOf(url) }],
  identify,
  describe,
  check: checkAddress,
};

/** …/mviewer/?config=apps/a.xml names the file. */
function configurationOf(url: string): string {
  const target = new URL(url);
  const config = target.searchParams.get('config');
  if (config === null || !/\.xml$/i.test(config)) return url;
  const file = readUrl(config, url);
  return file?.host === target.host ? file.href : url;
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'config' || !isViewer(document, root)) return [];
  return [
    { kind: 'mviewer', version: root.attributes.get('mviewerversion') ?? null, endpoint: documentAddress(document) },
  ];
}

function isViewer(document: Document, root: XmlRoot): boolean {
  if (root.attributes.has('mviewerversion')) return true;
  let layers = 0;
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  const look = (node: XmlNode) => {
    if (node.attributes.has('id') && node.attributes.has('url')) layers++;
  };
  walkXml(head, {
    'config/themes/theme/layer': look,
    'config/themes/theme/group/layer': look,
    'config/baselayers/baselayer': look,
  });
  return layers > 1;
}

function describe(document: Document): Description {
  const records = new RecordList(document.finalUrl);
  const own = { title: '', help: '' };
  const layer = (node: XmlNode) => addLayer(node, records);
  const odd = walkXml(document, {
    'config/application': (node) => {
      own.title = attributeOf(node, 'title') ?? '';
    },
    'config/themes/theme/layer': layer,
    'config/themes/theme/group/layer': layer,
    'config/baselayers/baselayer': (node) => linkLayer(node, records),
  });
  return records.describe(document, { title: own.title, software: 'mviewer' }, odd);
}

function addLayer(node: XmlNode, records: RecordList): void {
  const title = attributeOf(node, 'name') ?? attributeOf(node, 'title') ?? attributeOf(node, 'id') ?? '';
  records.add({
    name: attributeOf(node, 'id'),
    title,
    queryable: attributeOf(node, 'queryable') === 'true',
    metadataUrls: [attributeOf(node, 'metadata') ?? ''].filter((url) => url !== ''),
  });
  linkLayer(node, records);
  records.link(attributeOf(node, 'metadata-csw') ?? attributeOf(node, 'metadata') ?? '', title);
}

function linkLayer(node: XmlNode, records: RecordList): void {
  const label = attributeOf(node, 'name') ?? attributeOf(node, 'label') ?? '';
  const type = attributeOf(node, 'type') ?? 'wms';
  linkService(records, attributeOf(node, 'url') ?? '', type === 'fake' ? '' : type, label);
}
