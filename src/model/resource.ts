// A geospatial resource: what it is, what it offers, where it was found.
import type { Extent } from './extent.ts';
import type { HealthState } from './health.ts';
import type { FoundBy, Link } from './link.ts';
import type { Problem } from './problem.ts';
import type { Topic } from './topic.ts';

export type Family = 'service' | 'catalog' | 'file';

/** "This document is a resource of this kind." One document may hold several. */
export interface Identity {
  readonly kind: string;
  /** Version read from the response, never from the request; null if unknown. */
  readonly version: string | null;
  /** The URL a client would use, without request parameters, secrets included. */
  readonly endpoint: string;
}

export interface Layer {
  /** Null for groups that can't be requested. */
  readonly name: string | null;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly extent: Extent | null;
  /** Own and inherited, normalized ('EPSG:4326', 'CRS:84'), at most 100; `crsCount` counts all. */
  readonly crs: readonly string[];
  readonly crsCount: number;
  /** Index of the enclosing layer in the same list, or null. */
  readonly parent: number | null;
  readonly queryable: boolean;
  readonly styles: readonly string[];
  /** Time as published ("2000-01-01/2020-12-31/P1M"), or null. */
  readonly time: string | null;
  readonly metadataUrls: readonly string[];
  /** Number of features, points or records, if the file states it. */
  readonly featureCount?: number;
  /** Sample data shipped with the software. */
  readonly isDemo?: boolean;
  /** Topics, most certain first; only on catalog records. */
  readonly topics?: readonly Topic[];
}

export interface Provider {
  readonly organization: string | null;
  readonly person: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

/** The meaning of its license, fee and constraint texts, as far as unambiguous. */
export interface License {
  /** SPDX identifier ('CC-BY-4.0'); without a version if none is given. */
  readonly id: string | null;
  /** URL of the license or terms. */
  readonly url: string | null;
  /** By the Open Definition 2.1; null unless a named license or an excluding limit decides it. */
  readonly open: boolean | null;
  readonly fees: 'none' | 'some' | null;
  readonly constraints: 'none' | 'some' | null;
}

/** A record in a remote catalog. */
export interface RecordRef {
  /** URL of the catalog, secrets masked. */
  readonly catalog: string;
  /** The catalog's identifier for it; '' if it has none. */
  readonly id: string;
  readonly title: string;
}

/** A part of a description filled from catalog records, because the resource's own is empty or meaningless. */
export interface Borrowed {
  readonly field: BorrowedField;
  /** Several if they agree, or complement each other. */
  readonly records: readonly RecordRef[];
  /** The resource's own value. */
  readonly own: unknown;
}

export type BorrowedField =
  | 'title'
  | 'abstract'
  | 'keywords'
  | 'provider'
  | 'accessConstraints'
  | 'license'
  | 'extent'
  | 'time';

/** The self-description of a resource. */
export interface Description {
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly provider: Provider | null;
  readonly fees: string | null;
  readonly accessConstraints: string | null;
  /** The meaning of fees and access constraints; null if empty or not understood. */
  readonly license: License | null;
  /** Supported operations as named by the standard: GetMap, GetFeature … */
  readonly operations: readonly string[];
  readonly extent: Extent | null;
  /** From the first to the last time of its layers, "start/end" with '..' for an open end, or null. */
  readonly time: string | null;
  /** Coordinate reference systems of its layers, most widely offered first, at most 100. */
  readonly crs: readonly string[];
  /** All layer-like entries, groups included, in document order. */
  readonly layers: readonly Layer[];
  /** Counts all, even if `layers` was truncated. */
  readonly layerCount: number;
  readonly formats: readonly string[];
  /** The responding product, with version if known ('MapServer 8.0.0'). */
  readonly software: string | null;
  /** The URL the resource claims for itself (OnlineResource), which may be wrong; null if none. */
  readonly claimedUrl: string | null;
  /** URLs worth following (metadata, data, related services). */
  readonly links: readonly Link[];
  readonly problems: readonly Problem[];
  /** What was filled from catalog records; absent if nothing was. */
  readonly fromRecords?: readonly Borrowed[];
}

/** A recognized resource as returned by the probe cascade. */
export interface Discovery {
  readonly identity: Identity;
  readonly family: Family;
  readonly description: Description;
  /** Requests spent on confirming it. */
  readonly requests: number;
}

/** How a resource was reached. */
export interface Provenance {
  readonly foundBy: FoundBy;
  /** The page that contained the link; null for seeds. */
  readonly source: string | null;
  readonly anchor: string;
  readonly depth: number;
  /** URLs from the seed to `source`, seed first. */
  readonly chain: readonly string[];
  /** The catalog record that led to it. */
  readonly record?: RecordRef;
}

/** A record of the catalog. */
export interface Resource extends Description {
  readonly id: string;
  readonly kind: string;
  readonly family: Family;
  readonly version: string | null;
  /** Secrets masked. */
  readonly endpoint: string;
  /** The request URL that proved it, secrets masked. */
  readonly url: string;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** The first discovery. */
  readonly provenance: Provenance | null;
  /** Topics, most certain first; absent if not yet classified. */
  readonly topics?: readonly Topic[];
  /** Languages of its texts, ISO 639-1, likeliest first. */
  readonly languages?: readonly string[];
  /** Check results; absent if never checked. */
  readonly health?: ResourceHealth;
}

export interface ResourceHealth {
  readonly state: HealthState;
  /** 0 … 100; null if unknown. */
  readonly score: number | null;
}
