// OGC Web Feature Service, versions 1.0.0 to 2.0.

import type { XmlSource } from '../../../base/xml/xml.ts';
import { attributeOf, childrenOf, descendants, textAt, walkXml, type XmlNode } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { CheckRequest, ResourceKind } from '../../../model/kind.ts';
import type { Description, Identity, Resource } from '../../../model/resource.ts';
import { datasetsForRound } from '../../health/operation-rotation.ts';
import { capabilitiesProbes, operationRequest } from '../ows/ows-address.ts';
import { readBox } from '../ows/ows-box.ts';
import { collectOws, operationUrl, readKeywords } from '../ows/ows-common.ts';
import { Datasets } from '../ows/ows-datasets.ts';
import { describeOws, type OwsContents, operationFormats } from '../ows/ows-describe.ts';
import { readEndpoint, readOwsRoot } from '../ows/ows-root.ts';
import { type ServiceTraits, suspectService } from '../ows/ows-suspect.ts';

const operations = ['GetFeature', 'GetCapabilities', 'DescribeFeatureType'];

const traits: ServiceTraits = {
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
};

export const wfs: ResourceKind = {
  id: 'wfs',
  title: 'Web Feature Service',
  family: 'service',
  specification: 'OGC 09-025r2 (WFS 2.0), 04-094 (1.1.0), 02-058 (1.0.0)',
  tier: 1,
  forms: ['xml'],
  dataset: 'feature type',
  suspect: (link) => suspectService(link, traits),
  // 1.1.0 works where 1.0.0 and 2.0.0 are broken (edge case 37).
  probe: (url) => capabilitiesProbes(url, 'WFS', [{}, { accept: '2.0.0,1.1.0' }, { version: '1.1.0', isLower: true }]),
  identify,
  describe,
  check,
};

function identify(document: Document): readonly Identity[] {
  const found = readOwsRoot(document);
  if (found?.service !== 'WFS') return [];
  const claimed = () => operationUrl(readFeatureTypes(document).common, operations);
  return [{ kind: 'wfs', version: found.version, endpoint: readEndpoint(document, claimed) }];
}

function describe(document: Document): Description {
  const reading = readFeatureTypes(document);
  const formats = [...new Set([...operationFormats(reading.common, ['GetFeature']), ...reading.formats])];
  const root = readOwsRoot(document)?.root ?? null;
  return describeOws(document, { ...reading, root }, { dataset: 'feature type', operations, formats });
}

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

const maxFormats = 200;

function readFeatureTypes(source: XmlSource): OwsContents {
  const ows = collectOws();
  const datasets = new Datasets();
  const formats = new Set<string>();
  const problems = walkXml(source, {
    ...ows.rules,
    '*/FeatureTypeList/FeatureType': (node) => {
      addFeatureType(datasets, node);
      for (const list of childrenOf(node, 'OutputFormats')) {
        for (const { text } of childrenOf(list, 'Format'))
          if (formats.size < maxFormats && text !== '') formats.add(text);
      }
    },
  });
  return { common: ows.finish(), datasets, formats: [...formats], problems };
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
