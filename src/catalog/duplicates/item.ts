// What is compared: a record, or one of its layers, with everything that tells it from others already brought into comparable form.
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
  /** Before the colon of its name, or in the address; '' where there is none. Folded. */
  readonly workspace: string;
  /** The name programs ask for, without workspace, folded; '' where it has none, or a number. */
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
  /** Identifiers of metadata records, DOIs; only those no other layer of the record has. */
  readonly ids: readonly string[];
  /** Titles of the catalog records that lead here, folded. */
  readonly recordTitles: readonly string[];
  /** Folded; '' where nobody is named. */
  readonly organization: string;
  /** Folded; '' where it is short or says nothing. */
  readonly abstract: string;
  /** Sample data that came with the software; of services, where there is nothing else in it. */
  readonly isDemo: boolean;
  /** What its record holds. */
  readonly content: Content;
}

/** What a record holds, as far as it can be compared with others as a whole. */
export interface Content {
  /** Layers that can be asked for, sample data left out. */
  readonly datasets: number;
  /** Equal for equal titles, names and titles of layers. */
  readonly whole: string;
  /** Equal for equal names of layers, whatever the protocol. */
  readonly names: string;
  /** Equal for equal titles of layers. */
  readonly titles: string;
  /** Title of the record, folded; '' where it says nothing. */
  readonly title: string;
  /** The address it claims for itself, as `Server.alias`; '' where it claims none. */
  readonly claimed: string;
}

/** Whether two items are one, and why; `strength` puts the surest first where not all can be true. */
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
