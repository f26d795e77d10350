// From a parsed capabilities document of an OGC service to the description of a resource.

import { webUrl } from '../../../base/url/web-url.ts';
import { emptyDescription } from '../../../describe/empty-description.ts';
import type { Document } from '../../../model/document.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Description } from '../../../model/resource.ts';
import { uniqueLinks } from '../../address/resource-links.ts';
import { capabilitiesUrl, isInternal } from './ows-address.ts';
import { type OwsCommon, operationUrl } from './ows-common.ts';
import { type Datasets, maxDatasets } from './ows-datasets.ts';
import { readOwsRoot } from './ows-root.ts';
import { readSoftware } from './ows-software.ts';

export interface OwsContents {
  readonly common: OwsCommon;
  readonly datasets: Datasets;
  /** Problems of the XML. */
  readonly problems: readonly Problem[];
  /** Default: those of the operations. */
  readonly formats?: readonly string[];
}

interface OwsTerms {
  /** Term for a dataset: 'feature type'. */
  readonly dataset: string;
  /** Operations whose URL represents the service, best first. */
  readonly operations: readonly string[];
  /** Whether a service without datasets is normal. */
  readonly mayBeEmpty?: boolean;
}

export function describeOws(document: Document, contents: OwsContents, terms: OwsTerms): Description {
  const { common, datasets } = contents;
  const claimed = operationUrl(common, terms.operations) ?? common.serviceUrl;
  const claimedUrl = claimed === null ? null : (webUrl(claimed, document.finalUrl) ?? claimed);
  findOddities(contents, terms, claimedUrl);
  return {
    ...emptyDescription,
    title: common.title,
    abstract: common.abstract,
    keywords: common.keywords,
    provider: common.provider,
    fees: common.fees,
    accessConstraints: common.accessConstraints,
    operations: [...new Set(common.operations.map(({ name }) => name).filter((name) => name !== ''))],
    extent: datasets.extent(),
    layers: datasets.layers,
    layerCount: datasets.count,
    formats: contents.formats ?? operationFormats(common, terms.operations),
    software: readSoftware(document, softwareHints(document, contents, claimedUrl)),
    claimedUrl,
    links: readLinks(document, datasets, [claimedUrl, common.provider?.url ?? null, newerVersionUrl(document, common)]),
    problems: [...document.problems, ...contents.problems, ...datasets.problems.list()],
  };
}

/** Formats of the first of these operations that lists any. */
export function operationFormats(common: OwsCommon, names: readonly string[]): readonly string[] {
  for (const name of names) {
    const formats = common.operations.find((operation) => operation.name === name)?.formats ?? [];
    if (formats.length > 0) return formats;
  }
  return [];
}

function findOddities({ common, datasets }: OwsContents, terms: OwsTerms, claimedUrl: string | null): void {
  const { problems, layers, count } = datasets;
  if (common.title === '') problems.add('ows.title-missing', 'The service has no title.');
  if (count === 0 && !terms.mayBeEmpty) problems.add('ows.empty', `The service lists no ${terms.dataset}.`);
  if (count > maxDatasets) {
    problems.add('ows.too-many-datasets', `Only the first ${maxDatasets} of ${count} datasets were stored.`);
  }
  for (const { name, title } of layers) {
    if (name === null) problems.add('ows.dataset-unnamed', `A ${terms.dataset} has no name to request it by.`, title);
  }
  if (claimedUrl !== null && isInternal(claimedUrl)) {
    problems.add('ows.address-odd', 'The service declares a URL that only works inside its network.', claimedUrl);
  }
}

/** Signature first, then URLs, then text: a title may name a product that isn't the server. */
function softwareHints(document: Document, { common }: OwsContents, claimedUrl: string | null): readonly string[] {
  const root = readOwsRoot(document)?.root ?? null;
  const signature = root === null ? '' : [...root.attributes.entries(), root.comments].join('\n');
  const words = [common.title, common.abstract, ...common.keywords.slice(0, 20)].join('\n');
  return [signature, claimedUrl ?? '', document.finalUrl, words];
}

/**
 * Where to request a newer version than the response has: some servers return theirs only if AcceptVersions names it
 * (real-servers.md, fact 2).
 */
function newerVersionUrl(document: Document, { versions }: OwsCommon): string | null {
  const found = readOwsRoot(document);
  const version = found?.version ?? null;
  if (found === null || version === null) return null;
  const newer = versions.filter((one) => majorOf(one) > majorOf(version)).sort();
  const newest = newer.at(-1);
  return newest === undefined ? null : capabilitiesUrl(document.finalUrl, found.service, { accept: newest });
}

/** 0 if it isn't a version. */
function majorOf(version: string): number {
  return Number(/^\d{1,3}(?=\.)/.exec(version.trim())?.[0] ?? 0);
}

/** The service's declared URL, its home page, and the datasets' URLs. */
function readLinks(document: Document, datasets: Datasets, own: readonly (string | null)[]) {
  const named = own.filter((url) => url !== null).map((url) => ({ url, label: '' }));
  return uniqueLinks([...named, ...datasets.urls], 'description', document.finalUrl);
}
