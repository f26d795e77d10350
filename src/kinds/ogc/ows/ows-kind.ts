// What the kinds of OGC services with OWS Common capabilities share: WFS, WCS, WMTS, WPS, SOS and CSW.
import type { XmlSource } from '../../../base/xml/xml.ts';
import { type WalkRules, walkXml } from '../../../base/xml/xml-walk.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import { type CapabilitiesVariant, capabilitiesProbes } from './ows-address.ts';
import { collectOws, operationUrl } from './ows-common.ts';
import type { Datasets } from './ows-datasets.ts';
import { describeOws, type OwsContents } from './ows-describe.ts';
import { type OwsService, readEndpoint, readOwsRoot } from './ows-root.ts';
import { type ServiceTraits, suspectService } from './ows-suspect.ts';

interface OwsTraits extends Pick<ResourceKind, 'id' | 'title' | 'specification' | 'dataset' | 'check'> {
  /** Default: 'service'. */
  readonly family?: ResourceKind['family'];
  readonly traits: ServiceTraits & { readonly service: OwsService };
  /** GetCapabilities requests, in the order they are sent. */
  readonly variants: readonly CapabilitiesVariant[];
  /** Operations whose URL represents the service, best first. */
  readonly operations: readonly string[];
  readonly read: (document: Document) => OwsContents;
}

export function owsKind({ traits, variants, operations, read, ...own }: OwsTraits): ResourceKind {
  return {
    family: 'service',
    tier: 1,
    forms: ['xml'],
    ...own,
    suspect: (link) => suspectService(link, traits),
    probe: (url) => capabilitiesProbes(url, traits.service, variants),
    identify: (document) => {
      const found = readOwsRoot(document);
      if (found?.service !== traits.service) return [];
      const endpoint = readEndpoint(document, () => operationUrl(read(document).common, operations));
      return [{ kind: own.id, version: found.version, endpoint }];
    },
    describe: (document) => describeOws(document, read(document), { dataset: own.dataset, operations }),
  };
}

/** Reads a capabilities document in one pass; `rules` add the service's contents to `datasets`. */
export function readOwsContents(source: XmlSource, datasets: Datasets, rules: WalkRules): OwsContents {
  const ows = collectOws();
  const problems = walkXml(source, { ...ows.rules, ...rules });
  return { common: ows.finish(), datasets, problems };
}
