// A resource in the stable format for API clients.

import { maskSecrets } from '../base/url/url.ts';
import type { LayerReport, NotAResource, ResourceReport } from '../model/report.ts';
import type { Discovery, Layer, License, Resource } from '../model/resource.ts';

export function reportDiscovery(discovery: Discovery, url: string): ResourceReport {
  const { identity, description } = discovery;
  return {
    url: maskSecrets(url),
    kind: identity.kind,
    family: discovery.family,
    version: identity.version,
    title: description.title,
    abstract: description.abstract,
    endpoint: maskSecrets(identity.endpoint),
    claimedUrl: description.claimedUrl && maskSecrets(description.claimedUrl),
    extent: description.extent,
    layerCount: description.layerCount,
    layers: description.layers.map(reportLayer),
    software: description.software,
    license: description.license && maskedLicense(description.license),
    operations: description.operations,
    time: description.time,
    crs: description.crs,
    problems: description.problems,
    requests: discovery.requests,
  };
}

function reportLayer({ name, title, extent, isDemo }: Layer): LayerReport {
  return isDemo === true ? { name, title, extent, isDemo } : { name, title, extent };
}

function maskedLicense(license: License): License {
  return { ...license, url: license.url && maskSecrets(license.url) };
}

export function reportResource(resource: Resource, requests: number): ResourceReport {
  const { kind, version, endpoint, family, url } = resource;
  return reportDiscovery({ identity: { kind, version, endpoint }, family, description: resource, requests }, url);
}

export function reportNothing(url: string, reason: NotAResource['reason'], requests: number): NotAResource {
  return { url: maskSecrets(url), kind: null, reason, requests };
}
