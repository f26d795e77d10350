// Documents and descriptions as texts by kind, for categories people train themselves.
import { makeDocument } from '../../base/document/document.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';
import { extractPage } from '../../extract/extract.ts';
import { identify } from '../../identify/identify.ts';
import { kinds } from '../../kinds/index.ts';
import { wsdlComponents } from '../../kinds/web-services/wsdl-components.ts';
import { readWsdl } from '../../kinds/web-services/wsdl-reader.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';

/** Enough to tell what a service is about; what 100,000 layers add is repetition. */
const mostLayers = 200;

/** A WSDL by the components of [ROUGH], another resource by the parts of its description, anything else by its text. */
export function textsOfDocument(url: string, bytes: Uint8Array): ComponentTexts {
  const document = makeDocument({ url, bytes });
  const [finding] = identify(document, kinds);
  if (finding === undefined) return textsOfOther(document);
  const { kind } = finding.identity;
  return kind === 'wsdl'
    ? { texts: { ...wsdlComponents(readWsdl(document)) } }
    : textsOfDescription(finding.description, kind);
}

/** What is left of a WSDL in its record goes by the names of the components, so that models learned from files know it. */
export function textsOfDescription(description: Description, kind: string): ComponentTexts {
  const { title, abstract, keywords, provider, layers } = description;
  const some = layers.slice(0, mostLayers);
  if (kind === 'wsdl') {
    const documentation = [abstract, ...some.map((layer) => layer.abstract)].join(' ').trim();
    return { texts: { service: title, operation: some.map(({ name }) => name ?? '').join(' '), documentation } };
  }
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
