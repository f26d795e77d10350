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
  /** Version read from the answer, never from the request; null where it gives none. */
  readonly version: string | null;
  /** The address a client would use, without request parameters, secrets still inside. */
  readonly endpoint: string;
}

export interface Layer {
  /** Null for groups that cannot be requested. */
  readonly name: string | null;
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly extent: Extent | null;
  /** Own and inherited, normalized spelling ('EPSG:4326', 'CRS:84'), at most 100; `crsCount` counts all. */
  readonly crs: readonly string[];
  readonly crsCount: number;
  /** Index of the enclosing layer in the same list, or null. */
  readonly parent: number | null;
  readonly queryable: boolean;
  readonly styles: readonly string[];
  /** Time as published ("2000-01-01/2020-12-31/P1M"), or null. */
  readonly time: string | null;
  readonly metadataUrls: readonly string[];
  /** Features, points or records in it, where a file says how many. */
  readonly featureCount?: number;
  /** Sample data that came with the software. */
  readonly isDemo?: boolean;
  /** What it is about, surest first; only records of the catalog have them. */
  readonly topics?: readonly Topic[];
}

export interface Provider {
  readonly organization: string | null;
  readonly person: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

/** What its texts on license, fees and constraints mean, as far as they leave no doubt. */
export interface License {
  /** SPDX identifier where there is one ('CC-BY-4.0'); without a version where none is given. */
  readonly id: string | null;
  /** The address given for the license or the terms. */
  readonly url: string | null;
  /** By the Open Definition 2.1; null unless a license is named that decides it, or a limit that excludes it. */
  readonly open: boolean | null;
  readonly fees: 'none' | 'some' | null;
  readonly constraints: 'none' | 'some' | null;
}

/** A record of a catalog somewhere. */
export interface RecordRef {
  /** Address of the catalog, secrets masked. */
  readonly catalog: string;
  /** The catalog's identifier for it; '' where it gives none. */
  readonly id: string;
  readonly title: string;
}

/** A part of a description that catalog records gave, because the resource says nothing of it, or nothing that tells. */
export interface Borrowed {
  readonly field: BorrowedField;
  /** Several where they agree, or add up. */
  readonly records: readonly RecordRef[];
  /** What the resource says there itself. */
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

/** What a resource says of itself. */
export interface Description {
  readonly title: string;
  readonly abstract: string;
  readonly keywords: readonly string[];
  readonly provider: Provider | null;
  readonly fees: string | null;
  readonly accessConstraints: string | null;
  /** What fees and access constraints mean; null where they say nothing, or nothing that is understood. */
  readonly license: License | null;
  /** What it can be asked for, as the standard names it: GetMap, GetFeature … */
  readonly operations: readonly string[];
  readonly extent: Extent | null;
  /** From the first to the last time its layers give, "start/end" with '..' for an open end, or null. */
  readonly time: string | null;
  /** Coordinate systems its layers come in, the most widely offered first, at most 100. */
  readonly crs: readonly string[];
  /** Every layer-like thing, groups included, in document order. */
  readonly layers: readonly Layer[];
  /** Counts all, also where `layers` had to be cut. */
  readonly layerCount: number;
  readonly formats: readonly string[];
  /** Product that answers, with version where known ('MapServer 8.0.0'). */
  readonly software: string | null;
  /** The URL the resource claims for itself (OnlineResource), which may be wrong; null where it claims none. */
  readonly claimedUrl: string | null;
  /** URLs worth following from here (metadata, data, related services). */
  readonly links: readonly Link[];
  readonly problems: readonly Problem[];
  /** What of it was taken from catalog records; not there where nothing was. */
  readonly fromRecords?: readonly Borrowed[];
}

/** A recognised resource as the cascade returns it. */
export interface Finding {
  readonly identity: Identity;
  readonly family: Family;
  readonly description: Description;
  /** Requests spent on confirming it. */
  readonly requests: number;
}

/** How a resource was reached. */
export interface Provenance {
  readonly foundBy: FoundBy;
  /** Page the link stood on; null for seeds. */
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
  /** First way it was found. */
  readonly provenance: Provenance | null;
  /** What it is about, surest first; absent where nobody has read it. */
  readonly topics?: readonly Topic[];
  /** Languages of its texts, ISO 639-1, the likeliest first. */
  readonly languages?: readonly string[];
  /** What the checks say of it; absent where it has not been checked. */
  readonly health?: ResourceHealth;
}

export interface ResourceHealth {
  readonly state: HealthState;
  /** 0 … 100; null where nothing can be said. */
  readonly score: number | null;
}
