// What descriptions of web services have in common (WSDL, WADL, OpenAPI): operations, URLs, further documents.

import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Layer } from '../../model/resource.ts';
import { crawlLinks } from '../address/json-links.ts';
import { isInternal } from '../ogc/ows/ows-address.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';

export interface ServiceOperation {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
}

/** A URL with its label. */
export interface ServiceAddress {
  /** As written: an absolute web URL, or something invalid. */
  readonly url: string;
  readonly words: string;
}

export interface WebService {
  readonly title: string;
  readonly abstract: string;
  readonly operations: readonly ServiceOperation[];
  /** Endpoint URLs, the most important first. */
  readonly addresses: readonly ServiceAddress[];
  /** Further documents that describe it, absolute or relative to this one. */
  readonly documents: readonly string[];
  /** True if the document has more than was read. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
  /** Texts that may name the server's product. */
  readonly signatures: readonly string[];
}

/** Operations stored, as the layers of the description; `layerCount` counts all. */
const maxOperations = 10_000;

export function describeWebService(document: Document, service: WebService): Description {
  const addresses = service.addresses.filter(({ url }) => url !== '');
  const claimed = addresses[0]?.url ?? null;
  const layers = service.operations.slice(0, maxOperations).map(operationLayer);
  return {
    ...emptyDescription,
    title: copyString(service.title),
    abstract: copyString(service.abstract),
    layers,
    layerCount: service.operations.length,
    software: readSoftware(document, [...service.signatures, document.finalUrl]),
    claimedUrl: claimed === null ? null : copyString(webUrl(claimed) ?? claimed),
    links: readLinks(document, addresses, service.documents),
    problems: [...document.problems, ...service.problems, ...findOddities(document, service, addresses)],
  };
}

function operationLayer({ name, title, abstract, keywords }: ServiceOperation): Layer {
  return {
    ...emptyLayer,
    name: copyString(name) || null,
    title: copyString(title || name),
    abstract: copyString(abstract),
    keywords: keywords.map(copyString),
  };
}

function readLinks(
  document: Document,
  addresses: readonly ServiceAddress[],
  documents: readonly string[],
): readonly Link[] {
  const links = [
    ...addresses.map(({ url, words }) => ({ url: webUrl(url), title: words })),
    ...documents.map((reference) => ({ url: webUrl(reference, document.finalUrl), title: '' })),
  ];
  return crawlLinks(
    links.flatMap(({ url, title }) => (url === null ? [] : [{ rel: '', url, type: '', title }])),
    'description',
  );
}

function findOddities(
  document: Document,
  { title, operations, documents, isCut }: WebService,
  addresses: readonly ServiceAddress[],
): readonly Problem[] {
  const problems = new ProblemTally();
  if (title === '') problems.add('api.title-missing', 'The description has no name for the service.');
  // If the operations are in a referenced document, it is requested.
  if (operations.length === 0 && documents.length === 0)
    problems.add('api.empty', 'The description has no operations.');
  if (isCut || operations.length > maxOperations) {
    problems.add('api.partly-read', 'The description is too long; only part of it was read or stored.');
  }
  const isLocal = isInternal(document.finalUrl);
  for (const { url } of addresses) {
    const target = webUrl(url);
    if (target === null || (isInternal(target) && !isLocal)) {
      problems.add('api.address-odd', 'It declares a URL that only works inside its network.', url);
    }
  }
  return problems.list();
}
