// The unit of comparison: a record or one of its layers, with its features normalized.
import type { Extent } from '../../model/extent.ts';
import type { Server } from './server-of.ts';

export interface Item {
  /** Of the record. */
  readonly id: string;
  /** Position of the layer in the record; -1 for the record itself. */
  readonly layer: number;
  readonly kind: string;
  /** A dataset, or a service of several (or none). */
  readonly is: 'dataset' | 'service';
  readonly server: Server;
  /** Prefix of its name, or from the URL; '' if none. Folded. */
  readonly workspace: string;
  /** The technical name without workspace, folded; '' if missing or a number. */
  readonly name: string;
  /** Folded words. */
  readonly title: string;
  /** The title only repeats the name. */
  readonly isNamedOnly: boolean;
  /** Years, scales, resolutions, versions: every number in name and title. */
  readonly numbers: ReadonlySet<string>;
  readonly extent: Extent | null;
  readonly time: string | null;
  readonly featureCount: number | null;
  /** Metadata record ids and DOIs that no other layer of the record has. */
  readonly ids: readonly string[];
  /** Titles of the catalog records that lead to it, folded. */
  readonly recordTitles: readonly string[];
  /** Folded; '' if unknown. */
  readonly organization: string;
  /** Folded; '' if short or meaningless. */
  readonly abstract: string;
  /** Sample data shipped with the software; for services, if there is nothing else. */
  readonly isDemo: boolean;
  /** Summary of its record. */
  readonly content: Content;
}

/** Comparable summary of a whole record. */
export interface Content {
  /** Requestable layers, without sample data. */
  readonly datasets: number;
  /** Equal for equal titles, and equal names and titles of layers. */
  readonly whole: string;
  /** Equal for equal layer names, whatever the protocol. */
  readonly names: string;
  /** Equal for equal layer titles. */
  readonly titles: string;
  /** Title of the record, folded; '' if meaningless. */
  readonly title: string;
  /** The URL it claims for itself, as `Server.alias`; '' if none. */
  readonly claimed: string;
}

/** Whether two items are the same, and why; `strength` resolves conflicts. */
export interface Judgment {
  readonly isSame: boolean;
  readonly reason: string;
  readonly strength: number;
}

export function same(strength: number, reason: string): Judgment {
  return { isSame: true, reason, strength };
}

export function different(reason: string): Judgment {
  return { isSame: false, reason, strength: 0 };
}
