// From what we know of a resource to the shape programs rely on.
import type { NotAResource, ResourceReport } from '../model/report.ts';
import type { Finding, Resource } from '../model/resource.ts';
import { maskSecrets } from './url.ts';

export function reportFinding(finding: Finding, url: string): ResourceReport {
  const { identity, description } = finding;
  return {
    url: maskSecrets(url),
    kind: identity.kind,
    family: finding.family,
    version: identity.version,
    title: description.title,
    abstract: description.abstract,
    endpoint: maskSecrets(identity.endpoint),
    extent: description.extent,
    layerCount: description.layerCount,
    layers: description.layers.map(({ name, title, extent }) => ({ name, title, extent })),
    software: description.software,
    problems: description.problems,
    requests: finding.requests,
  };
}

export function reportResource(resource: Resource, requests: number): ResourceReport {
  const { kind, version, endpoint, family, url } = resource;
  return reportFinding({ identity: { kind, version, endpoint }, family, description: resource, requests }, url);
}

export function reportNothing(url: string, reason: NotAResource['reason'], requests: number): NotAResource {
  return { url: maskSecrets(url), kind: null, reason, requests };
}
