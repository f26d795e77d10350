// Turns documents and descriptions into component texts for custom category models.
import { makeDocument } from '../../base/document/document.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';
import { extractPage } from '../../extract/extract.ts';
import { identify } from '../../identify/identify.ts';
import { kinds } from '../../kinds/index.ts';
import { wsdlComponents } from '../../kinds/web-services/wsdl-components.ts';
import { readWsdl } from '../../kinds/web-services/wsdl-reader.ts';
import type { Document } from '../../model/document.ts';
import type { Description } from '../../model/resource.ts';

/** Enough to classify a service; more layers only repeat words. */
const maxLayers = 200;

/** A WSDL by the components of [ROUGH], another resource by the parts of its description, anything else by its text. */
export function textsOfDocument(url: string, bytes: Uint8Array): ComponentTexts {
  const document = makeDocument({ url, bytes });
  const [discovery] = identify(document, kinds);
  if (discovery === undefined) return textsOfOther(document);
  const { kind } = discovery.identity;
  return kind === 'wsdl'
    ? { texts: { ...wsdlComponents(readWsdl(document)) } }
    : textsOfDescription(discovery.description, kind);
}

/** A WSDL record uses the component names of WSDL files, so that models trained on files apply. */
export function textsOfDescription(description: Description, kind: string): ComponentTexts {
  const { title, abstract, keywords, provider, layers } = description;
  const some = layers.slice(0, maxLayers);
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
