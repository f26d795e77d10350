// mviewer: the XML configuration of a map viewer, with themes and layers.
import { readUrl } from '../../base/url/url.ts';
import { readXmlRoot, type XmlRoot } from '../../base/xml/xml.ts';
import { attributeOf, walkXml, type XmlNode } from '../../base/xml/xml-walk.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';
import { splitAddress } from '../address/api-address.ts';
import type { RecordList } from '../records/catalog-records.ts';
import { linkService, viewerKind } from './viewer-kind.ts';

const headBytes = 262_144;

export const mviewer = viewerKind({
  id: 'mviewer',
  title: 'mviewer configuration',
  specification: 'mviewer XML configuration',
  forms: ['xml'],
  dataset: 'layer',
  suspect: ({ url }) => {
    const { path, query } = splitAddress(url);
    if (/[?&]config=[^&]{1,300}\.xml/.test(query) && /mviewer/.test(path)) return 0.7;
    return /mviewer|\/apps\//.test(path) && /\.xml$/.test(path) ? 0.7 : 0;
  },
  probe: (url) => [{ url: configurationOf(url) }],
  read: readViewer,
  version: (root) => root.attributes.get('mviewerversion') ?? '',
  describe,
});

/** …/mviewer/?config=apps/a.xml names the file. */
function configurationOf(url: string): string {
  const target = new URL(url);
  const config = target.searchParams.get('config');
  if (config === null || !/\.xml$/i.test(config)) return url;
  const file = readUrl(config, url);
  return file?.host === target.host ? file.href : url;
}

/** A declared version, or layers with ids and URLs. */
function readViewer(document: Document): XmlRoot | null {
  const root = readXmlRoot(document);
  if (root?.name !== 'config') return null;
  if (root.attributes.has('mviewerversion')) return root;
  let layers = 0;
  const head = { bytes: document.bytes.subarray(0, headBytes), charset: document.charset, partial: null };
  const count = (node: XmlNode) => {
    if (node.attributes.has('id') && node.attributes.has('url')) layers++;
  };
  walkXml(head, {
    'config/themes/theme/layer': count,
    'config/themes/theme/group/layer': count,
    'config/baselayers/baselayer': count,
  });
  return layers > 1 ? root : null;
}

function describe(_: XmlRoot, records: RecordList, document: Document): Partial<Description> {
  let title = '';
  const layer = (node: XmlNode) => addLayer(node, records);
  const problems = walkXml(document, {
    'config/application': (node) => {
      title = attributeOf(node, 'title') ?? '';
    },
    'config/themes/theme/layer': layer,
    'config/themes/theme/group/layer': layer,
    'config/baselayers/baselayer': (node) => linkLayer(node, records),
  });
  return { title, software: 'mviewer', problems };
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
