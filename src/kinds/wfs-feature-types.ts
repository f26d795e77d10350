// Reads the feature types of a WFS capabilities document of any version, in one pass.
import type { XmlSource } from '../base/xml/xml.ts';
import { attributeOf, childrenOf, descendants, textAt, walkXml, type XmlNode } from '../base/xml/xml-walk.ts';
import type { Problem } from '../model/problem.ts';
import { readBox } from './ogc/ows/ows-box.ts';
import { collectOws, type OwsCommon, readKeywords } from './ogc/ows/ows-common.ts';
import { Datasets } from './ogc/ows/ows-datasets.ts';

export interface FeatureTypes {
  readonly common: OwsCommon;
  readonly datasets: Datasets;
  /** Formats named by feature types. */
  readonly formats: readonly string[];
  readonly problems: readonly Problem[];
}

/** SRS in 1.0.0, DefaultSRS and OtherSRS in 1.1.0, DefaultCRS and OtherCRS in 2.0: the default comes first. */
const crsNames = new Set(['SRS', 'DefaultSRS', 'OtherSRS', 'DefaultCRS', 'OtherCRS']);

const maxFormats = 200;

export function readFeatureTypes(source: XmlSource): FeatureTypes {
  const ows = collectOws();
  const datasets = new Datasets();
  const formats = new Set<string>();
  const problems = walkXml(source, {
    ...ows.rules,
    '*/FeatureTypeList/FeatureType': (node) => {
      takeFeatureType(datasets, node);
      for (const list of childrenOf(node, 'OutputFormats')) {
        for (const { text } of childrenOf(list, 'Format'))
          if (formats.size < maxFormats && text !== '') formats.add(text);
      }
    },
  });
  return { common: ows.finish(), datasets, formats: [...formats], problems };
}

function takeFeatureType(datasets: Datasets, node: XmlNode): void {
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
