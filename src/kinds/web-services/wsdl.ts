// Descriptions of web services in WSDL, versions 1.1 and 2.0.
import { readOwsQuery } from '../../base/url/ows-url.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { readXmlRoot, type XmlRoot } from '../../base/xml/xml.ts';
import type { Document } from '../../model/document.ts';
import type { ProbeRequest, ResourceKind } from '../../model/kind.ts';
import type { Link } from '../../model/link.ts';
import type { Description, Identity } from '../../model/resource.ts';
import { haveSameOrigin, isTalk, splitAddress } from '../address/api-address.ts';
import { checkAddress, documentAddress } from '../address/catalog-address.ts';
import { describeWebService, type ServiceOperation } from './web-service.ts';
import { readWsdl, type WsdlDeclaration, type WsdlOperation, type WsdlReading } from './wsdl-reader.ts';

/** Documents requested after the first. */
const maxParts = 3;
/** Service names used in a title. */
const maxTitles = 5;

export const wsdl: ResourceKind = {
  id: 'wsdl',
  title: 'Web service described in WSDL',
  family: 'service',
  specification: 'W3C WSDL 1.1 (Note, 2001), WSDL 2.0 (2007)',
  tier: 1,
  forms: ['xml'],
  dataset: 'operation',
  suspect,
  probe,
  identify,
  describe,
  more,
  check: checkAddress,
};

const wsdlQuery = /[?&](?:single)?wsdl\d?(?:[=&]|$)/i;
/** ASP.NET services and WCF: everything after the file name is an operation or a page about one. */
const serviceFile = /\.(?:asmx|svc)(?=\/|$)/i;

function suspect(link: Link): number {
  const { host, path, query } = splitAddress(link.url);
  if (isTalk('', host)) return 0;
  if (wsdlQuery.test(query) || /\.wsdl$/.test(path)) return 0.9;
  // An OGC service may be written in ASP.NET too.
  if (isTalk(path) || readOwsQuery(link.url) !== null) return 0;
  if (/\.asmx(?:\/|$)/.test(path)) return 0.7;
  if (/\.svc$|\/axis2?\/services\/[^/]+$/.test(path)) return 0.5;
  return /\bwsdl\b/i.test(link.anchor) ? 0.3 : /\bwsdl\b/i.test(link.window) ? 0.1 : 0;
}

function probe(url: string): readonly ProbeRequest[] {
  const { origin, pathname, search } = new URL(url);
  if (wsdlQuery.test(search) || /\.wsdl$/i.test(pathname)) return [{ url: `${origin}${pathname}${search}` }];
  const file = serviceFile.exec(pathname);
  if (file !== null) return [{ url: `${origin}${pathname.slice(0, file.index)}${file[0]}?wsdl` }];
  const wsdlUrl = `${origin}${pathname}${search === '' ? '?' : `${search}&`}wsdl`;
  return [{ url: wsdlUrl }, { url: `${origin}${pathname}${search}` }];
}

function identify(document: Document): readonly Identity[] {
  const version = readVersion(readXmlRoot(document));
  return version === null ? [] : [{ kind: 'wsdl', version, endpoint: documentAddress(document) }];
}

/** Drafts of 2.0 had dated namespaces, and `definitions` as their root until 2004. */
function readVersion(root: XmlRoot | null): '1.1' | '2.0' | null {
  if (root === null || !/^(?:definitions|description)$/.test(root.name)) return null;
  const namespace = root.namespace ?? '';
  if (/^https?:\/\/schemas\.xmlsoap\.org\/wsdl\/?$/.test(namespace)) return root.name === 'definitions' ? '1.1' : null;
  return /^https?:\/\/www\.w3\.org\/(?:ns|200\d\/\d\d)\/wsdl\/?$/.test(namespace) ? '2.0' : null;
}

/** Some products put port types in a separate document, and serve one that only references it. */
function more(document: Document): ProbeRequest | null {
  if (document.parts.length >= maxParts) return null;
  const readings = readAll(document);
  if (readings.some(({ operations }) => operations.some(({ portType }) => portType !== ''))) return null;
  const requested = new Set([document.finalUrl, ...document.parts.map(({ url }) => url)]);
  for (const location of readings[0]?.imports ?? []) {
    const url = webUrl(location, document.finalUrl);
    if (url !== null && !requested.has(url) && haveSameOrigin(url, document.finalUrl)) return { url };
  }
  return null;
}

function readAll(document: Document): readonly WsdlReading[] {
  const parts = document.parts.filter((part) => part.form === 'xml' && readVersion(readXmlRoot(part)) !== null);
  return [document, ...parts].map(readWsdl);
}

function describe(document: Document): Description {
  const readings = readAll(document);
  const services = readings.flatMap((reading) => reading.services);
  const names = [...new Set(services.map(({ name }) => name).filter((name) => name !== ''))];
  const documented = services.map(({ documentation }) => documentation);
  const ports = services.flatMap((service) => service.ports);
  const root = readXmlRoot(document);
  const description = describeWebService(document, {
    title: names.slice(0, maxTitles).join(', ') || (readings[0]?.name ?? ''),
    abstract: [...new Set([...documented, ...readings.map(({ documentation }) => documentation)])].join(' ').trim(),
    operations: readOperations(readings),
    addresses: ports.map(({ name, address }) => ({ url: address, words: name })),
    documents: readings.flatMap(({ imports }) => imports),
    isCut: readings.some(({ isCut }) => isCut),
    problems: readings.flatMap(({ problems }) => problems),
    signatures: [root?.comments ?? '', ...ports.slice(0, 10).map(({ address }) => address)],
  });
  return { ...description, formats: [...new Set(readings.flatMap(({ protocols }) => protocols))] };
}

/** ASP.NET has a port type for SOAP, for GET and for POST, all with the same operations: each is listed once. */
function readOperations(readings: readonly WsdlReading[]): readonly ServiceOperation[] {
  const own = readings.filter(({ operations }) => operations.some(({ portType }) => portType !== ''));
  const found = new Map<string, ServiceOperation>();
  for (const reading of own.length > 0 ? own : readings) {
    const namesOf = parameterNames(reading);
    for (const operation of reading.operations) {
      const { name, documentation } = operation;
      const before = found.get(name);
      if (before !== undefined && before.abstract !== '') continue;
      found.set(name, { name, title: name, abstract: documentation, keywords: before?.keywords ?? namesOf(operation) });
    }
  }
  return [...found.values()];
}

/** Names stored per operation. */
const maxNames = 100;

/**
 * RPC style names parameters as parts of the message; document style has one part that refers to an element, and the
 * parameters are the elements inside that (WSDL 1.1, 3.5).
 */
export function parameterNames(reading: WsdlReading): (operation: WsdlOperation) => readonly string[] {
  const messages = new Map(reading.messages.map((message) => [message.name, message]));
  const inside = groupInside(reading.declarations);
  const types = new Map<string, string>();
  for (const { name, type, within } of reading.declarations) if (within === null && type !== '') types.set(name, type);
  const membersOf = (name: string) => inside.get(name) ?? inside.get(types.get(name) ?? '') ?? [];
  return (operation) => {
    const names = new Set<string>();
    for (const input of operation.inputs) {
      const parts = messages.get(input)?.parts ?? [{ name: input, type: input }];
      for (const { name, type } of parts) {
        const members = membersOf(type);
        for (const one of members.length > 0 ? members : [name])
          if (names.size < maxNames && one !== '') names.add(one);
      }
    }
    return [...names];
  };
}

/** The direct members of each named declaration. */
function groupInside(declarations: readonly WsdlDeclaration[]): ReadonlyMap<string, readonly string[]> {
  const inside = new Map<string, string[]>();
  for (const { name, within, isType } of declarations) {
    if (within === null || isType) continue;
    const members = inside.get(within);
    if (members === undefined) inside.set(within, [name]);
    else if (members.length < maxNames) members.push(name);
  }
  return inside;
}
