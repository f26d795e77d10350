// Descriptions of web services in WADL, as written by Jersey, CXF and other Java REST frameworks.
import { readUrl } from '../../base/url/url.ts';
import { readXmlRoot } from '../../base/xml/xml.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { readWadl, type WadlMethod } from './wadl-reader.ts';
import { describeWebService, type ServiceOperation } from './web-service.ts';

export const wadl: ResourceKind = {
  id: 'wadl',
  title: 'Web service described in WADL',
  family: 'service',
  specification: 'W3C WADL (Member Submission, 2009), 2006 drafts',
  tier: 2,
  forms: ['xml'],
  dataset: 'operation',
  suspect,
  probe,
  identify,
  describe,
  check: checkAddress,
};

/** Jersey serves `?wadl` and `application.wadl`, CXF serves `?_wadl`. */
const asksForWadl = /[?&]_?wadl(?:[=&]|$)/i;

function suspect(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (isTalk('', host)) return 0;
  if (asksForWadl.test(query) || /\.wadl$/.test(path)) return 0.9;
  return !isTalk(path) && /\bwadl\b/i.test(link.anchor) ? 0.3 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const { origin, pathname, search } = new URL(url);
  const own = `${origin}${pathname}${search}`;
  if (asksForWadl.test(search) || /\.wadl$/i.test(pathname)) return [{ url: own }];
  const below = `${origin}${pathname.replace(/\/+$/, '')}/application.wadl`;
  return [below, `${own}${search === '' ? '?' : '&'}_wadl`, own].map((address) => ({ url: address }));
}

function identify(document: Document): readonly Identity[] {
  const root = readXmlRoot(document);
  if (root?.name !== 'application') return [];
  const dated =
    /^https?:\/\/(?:wadl\.dev\.java\.net|research\.sun\.com\/wadl|www\.w3\.org\/submission\/wadl)\/?(?:(\d{4})\/(\d\d))?\/?$/i.exec(
      root.namespace ?? '',
    );
  if (dated === null) return [];
  const version = dated[1] === undefined ? null : `${dated[1]}-${dated[2]}`;
  return [{ kind: 'wadl', version, endpoint: documentAddress(document) }];
}

function describe(document: Document): Description {
  const { title, text, methods, bases, includes, mediaTypes, isCut, problems } = readWadl(document);
  const description = describeWebService(document, {
    title: title || lastName(bases[0] ?? ''),
    abstract: text,
    operations: methods.map(readOperation),
    addresses: bases.map((url) => ({ url, words: title })),
    documents: includes,
    isCut,
    problems,
    signatures: [readXmlRoot(document)?.comments ?? '', title, ...bases],
  });
  return { ...description, formats: mediaTypes };
}

function readOperation({ id, verb, path, title, text, parameters }: WadlMethod): ServiceOperation {
  const address = `${verb} ${path === '' ? '/' : path}`.trim();
  return { name: id || address, title: title || address, abstract: text, keywords: parameters };
}

/** Generated descriptions have no title: the end of the base URL names the service. */
function lastName(base: string): string {
  return (
    readUrl(base)
      ?.pathname.split('/')
      .findLast((part) => part !== '') ?? ''
  );
}
