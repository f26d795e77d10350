// OGC Web Feature Service, versions 1.0.0 to 2.0.

import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, childrenOf, descendants, textAt, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { childTexts } from '../../records/xml-texts.ts';
import { operationRequest } from '../ows/ows-address.ts';
import { readBox } from '../ows/ows-box.ts';
import { readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { type OwsContents, operationFormats } from '../ows/ows-describe.ts';
import { owsKind, readOwsContents } from '../ows/ows-kind.ts';

export const wfs: ResourceKind = owsKind({
  id: 'wfs',
  title: 'Web Feature Service',
  specification: 'OGC 09-025r2 (WFS 2.0), 04-094 (1.1.0), 02-058 (1.0.0)',
  dataset: 'feature type',
  traits: {
    service: 'WFS',
    requests: new Set(
      'GetFeature DescribeFeatureType GetFeatureWithLock GetPropertyValue LockFeature ListStoredQueries DescribeStoredQueries'.split(
        ' ',
      ),
    ),
    words: /web feature service/i,
    paths: [
      [/\/(?:wfsserver|tinyows|com\.esri\.wfs\.esrimap)(?:\.cgi|\.fcgi)?\/?$/i, 0.95],
      [/\/ows\/?$/i, 0.4],
      [/\/mapserv\d{0,3}(?:\.exe|\.cgi|\.fcgi)?$/i, 0.4],
    ],
  },
  // 1.1.0 works where 1.0.0 and 2.0.0 are broken (edge case 37).
  variants: [{}, { accept: '2.0.0,1.1.0' }, { version: '1.1.0', isLower: true }],
  operations: ['GetFeature', 'GetCapabilities', 'DescribeFeatureType'],
  read: readFeatureTypes,
  check,
});

/** One feature of another type each round, then of the next. Edge case 102: never without a limit. */
function check(resource: Resource, turn = 0): readonly CheckRequest[] {
  const isSecond = resource.version?.startsWith('2') === true;
  const version = isSecond ? '2.0.0' : (resource.version ?? '1.1.0');
  const request = { service: 'WFS', request: 'GetFeature', version };
  return datasetsForRound(resource.layers, turn).map(({ name }) => {
    const parameters: Record<string, string> = isSecond
      ? { TYPENAMES: name, COUNT: '1' }
      : { TYPENAME: name, MAXFEATURES: '1' };
    const getFeature = operationRequest(resource.endpoint, request, parameters);
    return { ...getFeature, operation: 'GetFeature', dataset: name, expects: 'features' };
  });
}

/** SRS in 1.0.0, DefaultSRS and OtherSRS in 1.1.0, DefaultCRS and OtherCRS in 2.0: the default comes first. */
const crsNames = new Set(['SRS', 'DefaultSRS', 'OtherSRS', 'DefaultCRS', 'OtherCRS']);

function readFeatureTypes(source: XmlSource): OwsContents {
  const datasets = new Datasets();
  const contents = readOwsContents(source, datasets, {
    '*/FeatureTypeList/FeatureType': (node) => {
      addFeatureType(datasets, node);
      for (const list of childrenOf(node, 'OutputFormats')) datasets.addFormats(childTexts(list, 'Format'));
    },
  });
  const formats = [...operationFormats(contents.common, ['GetFeature']), ...datasets.formats];
  return { ...contents, formats: [...new Set(formats)] };
}

function addFeatureType(datasets: Datasets, node: XmlNode): void {
  const name = textAt(node, 'Name');
  const title = textAt(node, 'Title');
  const crs = node.children.filter((one) => crsNames.has(one.name)).map(({ text }) => text);
  datasets.add({
    name,
    title,
    abstract: textAt(node, 'Abstract'),
    keywords: readKeywords(node),
    extent: readBox(node, crs[0] ?? null, datasets.problems, name || title),
    crs,
    queryable: true,
    metadataUrls: [...descendants(node, 'MetadataURL')]
      .map((url) => (attributeOf(url, 'href') ?? url.text).trim())
      .filter((url) => url !== ''),
  });
}
