// Documents and descriptions as texts by kind, for categories people train themselves.
import { makeDocument } from './base/document.ts';
import type { ComponentTexts } from './classify/text-features.ts';
import { extractPage } from './extract/extract.ts';
import { identify } from './identify/identify.ts';
import { kinds } from './kinds/index.ts';
import { wsdlComponents } from './kinds/wsdl-components.ts';
import { readWsdl } from './kinds/wsdl-reader.ts';
import type { Document } from './model/document.ts';
import type { Description } from './model/resource.ts';

/** Enough to tell what a service is about; what 100,000 layers add is repetition. */
const mostLayers = 200;

/** A resource by the parts of its description, a WSDL also by the components of [ROUGH], anything else by its text. */
export function textsOfDocument(url: string, bytes: Uint8Array): ComponentTexts {
  const document = makeDocument({ url, bytes });
  const [finding] = identify(document, kinds);
  if (finding === undefined) return textsOfOther(document);
  const described = textsOfDescription(finding.description);
  if (finding.identity.kind !== 'wsdl') return described;
  return { texts: { ...described.texts, ...wsdlComponents(readWsdl(document)) } };
}

export function textsOfDescription({ title, abstract, keywords, provider, layers }: Description): ComponentTexts {
  const some = layers.slice(0, mostLayers);
  return {
    texts: {
      title,
      abstract,
      keywords: keywords.join(' '),
      provider: provider?.organization ?? '',
      'layer-name': some.map(({ name }) => name ?? '').join(' '),
      'layer-title': some.map((layer) => layer.title).join(' '),
      'layer-abstract': some.map((layer) => layer.abstract).join(' '),
    },
  };
}

function textsOfOther(document: Document): ComponentTexts {
  if (document.form !== 'html') return { texts: { text: document.text() } };
  const page = extractPage(document);
  return { texts: { title: page.title, text: page.text() } };
}
