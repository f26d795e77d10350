// What all OGC services say about themselves: identification, provider and operations (OWS Common 06-121r9, 7.4), and the
// Service and Capability sections that WFS 1.0.0 and WCS 1.0.0 have instead.
import {
  attributeOf,
  child,
  childrenOf,
  descendants,
  textAt,
  type WalkRules,
  type XmlNode,
} from '../../../base/xml/xml-walk.ts';
import type { Provider } from '../../../model/resource.ts';

export interface OwsOperation {
  readonly name: string;
  readonly getUrl: string | null;
  readonly postUrl: string | null;
  /** Values of its format parameter. */
  readonly formats: readonly string[];
  /** Values of its parameter for types of records. */
  readonly typeNames: readonly string[];
}

export interface OwsCommon {
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly fees: string | null;
  readonly accessConstraints: string | null;
  readonly provider: Provider | null;
  readonly operations: readonly OwsOperation[];
  /** Extensions and profiles it declares, mostly URIs. */
  readonly profiles: readonly string[];
  /** Versions it says it speaks (ServiceTypeVersion). */
  readonly versions: readonly string[];
  /** The home page or service address outside the operations, as written. */
  readonly serviceUrl: string | null;
}

interface Draft {
  title: string;
  abstract: string;
  readonly keywords: Set<string>;
  fees: string;
  accessConstraints: string;
  readonly provider: { organization: string; person: string; email: string; url: string };
  readonly operations: OwsOperation[];
  readonly profiles: string[];
  readonly versions: string[];
  serviceUrl: string;
}

const maxOperations = 1000;
const maxKeywords = 1000;

/** Rules for `walkXml`, to be joined with those for the contents, and what they gathered. */
export function collectOws(): { readonly rules: WalkRules; finish(): OwsCommon } {
  const draft: Draft = {
    title: '',
    abstract: '',
    keywords: new Set(),
    fees: '',
    accessConstraints: '',
    provider: { organization: '', person: '', email: '', url: '' },
    operations: [],
    profiles: [],
    versions: [],
    serviceUrl: '',
  };
  const rules: WalkRules = {
    '*/ServiceIdentification': (node) => takeIdentification(draft, node),
    '*/ServiceProvider': (node) => takeProvider(draft, node),
    '*/OperationsMetadata/Operation': (node) => takeOperation(draft, node),
    '*/Service': (node) => takeService(draft, node),
    '*/Capability/Request/*': (node) => takeRequest(draft, node),
  };
  return { rules, finish: () => finish(draft) };
}

function takeIdentification(draft: Draft, node: XmlNode): void {
  // Several languages give several of each; the first is the default one.
  draft.title ||= textAt(node, 'Title');
  draft.abstract ||= textAt(node, 'Abstract');
  addKeywords(draft.keywords, node);
  draft.fees ||= textAt(node, 'Fees');
  draft.accessConstraints ||= childrenOf(node, 'AccessConstraints')
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('; ');
  for (const { text } of childrenOf(node, 'Profile')) if (text !== '') draft.profiles.push(text);
  for (const { text } of childrenOf(node, 'ServiceTypeVersion')) if (text !== '') draft.versions.push(text);
}

function takeProvider(draft: Draft, node: XmlNode): void {
  const { provider } = draft;
  provider.organization ||= textAt(node, 'ProviderName');
  const site = child(node, 'ProviderSite');
  provider.url ||= (site === null ? '' : (attributeOf(site, 'href') ?? site.text)).trim();
  provider.person ||= textAt(node, 'ServiceContact', 'IndividualName');
  provider.email ||= textAt(node, 'ServiceContact', 'ContactInfo', 'Address', 'ElectronicMailAddress');
}

function takeOperation(draft: Draft, node: XmlNode): void {
  const name = attributeOf(node, 'name')?.trim() ?? '';
  if (draft.operations.length >= maxOperations) return;
  draft.operations.push({
    name,
    getUrl: firstHref(node, 'Get'),
    postUrl: firstHref(node, 'Post'),
    formats: parameterValues(node, /^(?:output|response)?format$/i),
    typeNames: parameterValues(node, /^typenames?$/i),
  });
}

/** DCP elements come first in an operation, and are few; its parameters may list thousands of values. */
function firstHref(operation: XmlNode, method: string): string | null {
  for (const dcp of operation.children) {
    if (dcp.name !== 'DCP' && dcp.name !== 'DCPType') continue;
    for (const node of descendants(dcp, method)) {
      const inside = child(node, 'OnlineResource');
      const href =
        attributeOf(node, 'href') ?? attributeOf(node, 'onlineResource') ?? (inside && attributeOf(inside, 'href'));
      if (href != null && href.trim() !== '') return href.trim();
    }
  }
  return null;
}

function parameterValues(operation: XmlNode, wanted: RegExp): readonly string[] {
  const values = new Set<string>();
  for (const parameter of operation.children) {
    if (parameter.name !== 'Parameter' || !wanted.test(attributeOf(parameter, 'name') ?? '')) continue;
    for (const { text } of descendants(parameter, 'Value')) if (text !== '' && values.size < 200) values.add(text);
  }
  return [...values];
}

/** WFS 1.0.0 (02-058, annex A) and WCS 1.0.0 (03-065r6, 8.3.2), which spells its names in lower case. */
function takeService(draft: Draft, node: XmlNode): void {
  const read = (...names: readonly string[]) =>
    names.map((name) => textAt(node, name)).find((text) => text !== '') ?? '';
  draft.title ||= read('Title', 'label', 'name');
  draft.abstract ||= read('Abstract', 'description');
  addKeywords(draft.keywords, node);
  draft.fees ||= read('Fees', 'fees');
  draft.accessConstraints ||= read('AccessConstraints', 'accessConstraints');
  const online = child(node, 'OnlineResource');
  draft.serviceUrl ||= (online === null ? '' : (attributeOf(online, 'href') ?? online.text)).trim();
  const party = child(node, 'responsibleParty');
  if (party === null) return;
  const { provider } = draft;
  provider.organization ||= textAt(party, 'organisationName') || textAt(party, 'organizationName');
  provider.person ||= textAt(party, 'individualName');
  provider.email ||= textAt(party, 'contactInfo', 'address', 'electronicMailAddress');
  const site = [...descendants(party, 'onlineResource')][0];
  provider.url ||= (site === undefined ? '' : (attributeOf(site, 'href') ?? '')).trim();
}

function takeRequest(draft: Draft, node: XmlNode): void {
  if (draft.operations.length >= maxOperations) return;
  const formats = childrenOf(node, 'ResultFormat').flatMap((format) => format.children.map(({ name }) => name));
  draft.operations.push({
    name: node.name,
    getUrl: firstHref(node, 'Get'),
    postUrl: firstHref(node, 'Post'),
    formats: [...new Set(formats)],
    typeNames: [],
  });
}

/** Keywords as elements, or all in one text separated by commas (WFS 1.0.0; edge case 59). */
export function readKeywords(node: XmlNode): readonly string[] {
  const found = new Set<string>();
  addKeywords(found, node);
  return [...found];
}

function addKeywords(found: Set<string>, node: XmlNode): void {
  for (const list of node.children) {
    if (list.name !== 'Keywords' && list.name !== 'keywords' && list.name !== 'KeywordList') continue;
    const inside = list.children.filter(({ name }) => name === 'Keyword' || name === 'keyword').map(({ text }) => text);
    for (const word of inside.length > 0 ? inside : list.text.split(',')) {
      if (word.trim() !== '' && found.size < maxKeywords) found.add(word.trim());
    }
  }
}

function finish(draft: Draft): OwsCommon {
  const { organization, person, email, url } = draft.provider;
  const isEmpty = organization === '' && person === '' && email === '';
  return {
    title: draft.title,
    abstract: draft.abstract,
    keywords: [...draft.keywords],
    fees: orNull(draft.fees),
    accessConstraints: orNull(draft.accessConstraints),
    provider: isEmpty
      ? null
      : { organization: orNull(organization), person: orNull(person), email: orNull(email), url: orNull(url) },
    operations: draft.operations,
    profiles: draft.profiles,
    versions: draft.versions,
    serviceUrl: orNull(draft.serviceUrl),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** The address an operation is asked at, the ones that matter most first. */
export function operationUrl(common: OwsCommon, names: readonly string[]): string | null {
  for (const name of names) {
    const url = common.operations.find((operation) => operation.name === name)?.getUrl;
    if (url != null) return url;
  }
  return common.operations.find(({ getUrl }) => getUrl !== null)?.getUrl ?? null;
}
