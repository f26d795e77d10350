// What all OGC services declare about themselves: identification, provider and operations (OWS Common 06-121r9, 7.4), and the
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
import { makeProvider } from '../../records/metadata-record.ts';
import { childTexts } from '../../records/xml-texts.ts';

export interface OwsOperation {
  readonly name: string;
  readonly getUrl: string | null;
  readonly postUrl: string | null;
  /** Values of its format parameter. */
  readonly formats: readonly string[];
  /** Values of its parameter for record types. */
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
  /** Versions it declares to support (ServiceTypeVersion). */
  readonly versions: readonly string[];
  /** The home page or service URL outside the operations, as written. */
  readonly serviceUrl: string | null;
}

type PartialCommon = ReturnType<typeof emptyCommon>;

const maxOperations = 1000;
const maxKeywords = 1000;

/** Rules for `walkXml`, to be combined with those for the contents, and what they collected. */
export function collectOws(): { readonly rules: WalkRules; finish(): OwsCommon } {
  const partial = emptyCommon();
  const rules: WalkRules = {
    '*/ServiceIdentification': (node) => addIdentification(partial, node),
    '*/ServiceProvider': (node) => addProvider(partial, node),
    '*/OperationsMetadata/Operation': (node) => addOperation(partial, node),
    '*/Service': (node) => addService(partial, node),
    '*/Capability/Request/*': (node) => addRequest(partial, node),
  };
  return { rules, finish: () => finish(partial) };
}

function emptyCommon() {
  return {
    title: '',
    abstract: '',
    keywords: new Set<string>(),
    fees: '',
    accessConstraints: '',
    provider: { organization: '', person: '', email: '', url: '' },
    operations: [] as OwsOperation[],
    profiles: [] as string[],
    versions: [] as string[],
    serviceUrl: '',
  };
}

function addIdentification(partial: PartialCommon, node: XmlNode): void {
  // Several languages give several of each; the first is the default.
  partial.title ||= textAt(node, 'Title');
  partial.abstract ||= textAt(node, 'Abstract');
  addKeywords(partial.keywords, node);
  partial.fees ||= textAt(node, 'Fees');
  partial.accessConstraints ||= childTexts(node, 'AccessConstraints').join('; ');
  partial.profiles.push(...childTexts(node, 'Profile'));
  partial.versions.push(...childTexts(node, 'ServiceTypeVersion'));
}

function addProvider(partial: PartialCommon, node: XmlNode): void {
  const { provider } = partial;
  provider.organization ||= textAt(node, 'ProviderName');
  const site = child(node, 'ProviderSite');
  provider.url ||= (site === null ? '' : (attributeOf(site, 'href') ?? site.text)).trim();
  provider.person ||= textAt(node, 'ServiceContact', 'IndividualName');
  provider.email ||= textAt(node, 'ServiceContact', 'ContactInfo', 'Address', 'ElectronicMailAddress');
}

function addOperation(partial: PartialCommon, node: XmlNode): void {
  const name = attributeOf(node, 'name')?.trim() ?? '';
  if (partial.operations.length >= maxOperations) return;
  partial.operations.push({
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

function parameterValues(operation: XmlNode, name: RegExp): readonly string[] {
  const values = new Set<string>();
  for (const parameter of operation.children) {
    if (parameter.name !== 'Parameter' || !name.test(attributeOf(parameter, 'name') ?? '')) continue;
    for (const { text } of descendants(parameter, 'Value')) if (text !== '' && values.size < 200) values.add(text);
  }
  return [...values];
}

/** WFS 1.0.0 (02-058, annex A) and WCS 1.0.0 (03-065r6, 8.3.2), which spells its names in lower case. */
function addService(partial: PartialCommon, node: XmlNode): void {
  const read = (...names: readonly string[]) =>
    names.map((name) => textAt(node, name)).find((text) => text !== '') ?? '';
  partial.title ||= read('Title', 'label', 'name');
  partial.abstract ||= read('Abstract', 'description');
  addKeywords(partial.keywords, node);
  partial.fees ||= read('Fees', 'fees');
  partial.accessConstraints ||= read('AccessConstraints', 'accessConstraints');
  const online = child(node, 'OnlineResource');
  partial.serviceUrl ||= (online === null ? '' : (attributeOf(online, 'href') ?? online.text)).trim();
  const party = child(node, 'responsibleParty');
  if (party === null) return;
  const { provider } = partial;
  provider.organization ||= textAt(party, 'organisationName') || textAt(party, 'organizationName');
  provider.person ||= textAt(party, 'individualName');
  provider.email ||= textAt(party, 'contactInfo', 'address', 'electronicMailAddress');
  const site = [...descendants(party, 'onlineResource')][0];
  provider.url ||= (site === undefined ? '' : (attributeOf(site, 'href') ?? '')).trim();
}

function addRequest(partial: PartialCommon, node: XmlNode): void {
  if (partial.operations.length >= maxOperations) return;
  const formats = childrenOf(node, 'ResultFormat').flatMap((format) => format.children.map(({ name }) => name));
  partial.operations.push({
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

function finish(partial: PartialCommon): OwsCommon {
  const { organization, person, email, url } = partial.provider;
  return {
    ...partial,
    keywords: [...partial.keywords],
    fees: partial.fees || null,
    accessConstraints: partial.accessConstraints || null,
    provider: makeProvider(organization, person, email, url),
    serviceUrl: partial.serviceUrl || null,
  };
}

/** The URL of an operation, by order of preference. */
export function operationUrl(common: OwsCommon, names: readonly string[]): string | null {
  for (const name of names) {
    const url = common.operations.find((operation) => operation.name === name)?.getUrl;
    if (url != null) return url;
  }
  return common.operations.find(({ getUrl }) => getUrl !== null)?.getUrl ?? null;
}
