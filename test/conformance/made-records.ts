// Findings and records made for tests: everything has a default, a test names what it is about.
import { emptyDescription, emptyLayer } from '../../src/describe/empty-description.ts';
import type { RecordRequest } from '../../src/model/catalog.ts';
import type { Description, Discovery, Layer, Provenance, Resource } from '../../src/model/resource.ts';

export function makeLayer(given: Partial<Layer> = {}): Layer {
  return { ...emptyLayer, name: 'layer', title: 'A layer', ...given };
}

export function makeDescription(given: Partial<Description> = {}): Description {
  return { ...emptyDescription, title: 'A service', layerCount: given.layers?.length ?? 0, ...given };
}

export function makeProvenance(given: Partial<Provenance> = {}): Provenance {
  return {
    foundBy: 'link',
    source: 'https://portal.example/maps',
    anchor: 'map service',
    depth: 1,
    chain: ['https://portal.example/'],
    ...given,
  };
}

export interface RequestInit {
  readonly endpoint?: string;
  readonly kind?: string;
  readonly url?: string;
  readonly description?: Partial<Description>;
  readonly provenance?: Provenance | null;
  readonly task?: string | null;
  readonly nowMs?: number;
}

export function makeRequest(given: RequestInit = {}): RecordRequest {
  const { kind = 'wms', endpoint = 'https://geo.example/wms' } = given;
  const discovery: Discovery = {
    identity: { kind, version: '1.3.0', endpoint },
    family: 'service',
    description: makeDescription(given.description),
    requests: 1,
  };
  return {
    discovery,
    url: given.url ?? `${endpoint}${endpoint.includes('?') ? '&' : '?'}SERVICE=WMS&REQUEST=GetCapabilities`,
    provenance: given.provenance === undefined ? makeProvenance() : given.provenance,
    task: given.task ?? null,
    nowMs: given.nowMs ?? 1000,
  };
}

export function makeResource(id: string, given: Partial<Resource> = {}): Resource {
  return {
    ...makeDescription(given),
    id,
    kind: 'wms',
    family: 'service',
    version: '1.3.0',
    endpoint: `https://${id}.example/wms`,
    url: `https://${id}.example/wms?SERVICE=WMS&REQUEST=GetCapabilities`,
    firstSeenMs: 1000,
    lastSeenMs: 1000,
    provenance: null,
    ...given,
  };
}
