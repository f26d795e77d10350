// What descriptions of web services have in common (WSDL, WADL, OpenAPI): operations, addresses, further documents.

import { detach } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyDescription, emptyLayer } from '../../describe/empty-description.ts';
import { ProblemTally } from '../../describe/problem-tally.ts';
import type { Document } from '../../model/document.ts';
import type { Link } from '../../model/link.ts';
import type { Problem } from '../../model/problem.ts';
import type { Description, Layer } from '../../model/resource.ts';
import { isInternal } from '../ogc/ows/ows-address.ts';
import { readSoftware } from '../ogc/ows/ows-software.ts';

export interface ServiceOperation {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
}

/** An address with the words to go with it. */
export interface ServiceAddress {
  /** As written: an absolute web address, or something odd. */
  readonly url: string;
  readonly words: string;
}

export interface WebService {
  readonly title: string;
  readonly abstract: string;
  readonly operations: readonly ServiceOperation[];
  /** Where it answers, the most important first. */
  readonly addresses: readonly ServiceAddress[];
  /** Further documents that describe it, absolute or relative to this one. */
  readonly documents: readonly string[];
  /** True where there is more than was read. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
  /** Texts that may name the product that answers. */
  readonly signatures: readonly string[];
}

/** Operations kept, as the layers of the description; `layerCount` counts all. */
const maxOperations = 10_000;
const maxLinks = 1000;

export function describeWebService(document: Document, service: WebService): Description {
  const addresses = service.addresses.filter(({ url }) => url !== '');
  const claimed = addresses[0]?.url ?? null;
  const layers = service.operations.slice(0, maxOperations).map(operationLayer);
  return {
    ...emptyDescription,
    title: detach(service.title),
    abstract: detach(service.abstract),
    layers,
    layerCount: service.operations.length,
    software: readSoftware(document, [...service.signatures, document.finalUrl]),
    claimedUrl: claimed === null ? null : detach(webUrl(claimed) ?? claimed),
    links: readLinks(document, addresses, service.documents),
    problems: [...document.problems, ...service.problems, ...findOddities(document, service, addresses)],
  };
}

function operationLayer({ name, title, abstract, keywords }: ServiceOperation): Layer {
  return {
    ...emptyLayer,
    name: detach(name) || null,
    title: detach(title || name),
    abstract: detach(abstract),
    keywords: keywords.map(detach),
  };
}

function readLinks(
  document: Document,
  addresses: readonly ServiceAddress[],
  documents: readonly string[],
): readonly Link[] {
  const links = new Map<string, Link>();
  const add = (url: string | null, words: string) => {
    if (url === null || links.has(url) || links.size >= maxLinks) return;
    links.set(url, { url: detach(url), foundBy: 'description', anchor: detach(words), window: '', nofollow: false });
  };
  for (const { url, words } of addresses) add(webUrl(url), words);
  for (const reference of documents) add(webUrl(reference, document.finalUrl), '');
  return [...links.values()];
}

function findOddities(
  document: Document,
  { title, operations, documents, isCut }: WebService,
  addresses: readonly ServiceAddress[],
): readonly Problem[] {
  const problems = new ProblemTally();
  if (title === '') problems.add('api.title-missing', 'The description gives the service no name.');
  // Where the operations stand in a document it refers to, that is where to look.
  if (operations.length === 0 && documents.length === 0) problems.add('api.empty', 'It describes no operation.');
  if (isCut || operations.length > maxOperations) {
    problems.add('api.partly-read', 'The description is longer than what was read or kept of it.');
  }
  const isLocal = isInternal(document.finalUrl);
  for (const { url } of addresses) {
    const target = webUrl(url);
    if (target === null || (isInternal(target) && !isLocal)) {
      problems.add('api.address-odd', 'It names an address that nobody outside can reach.', url);
    }
  }
  return problems.list();
}
