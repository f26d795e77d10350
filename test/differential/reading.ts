// The result of a reader on one document, in the common form for comparison.
import { foldSpace } from '../../src/base/text/text.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Extent } from '../../src/model/extent.ts';
import type { Layer } from '../../src/model/resource.ts';
import { type CorpusRow, corpusDocument } from '../corpus/corpus.ts';

export interface ReadLayer {
  /** '' if there is none. */
  readonly name: string;
  readonly title: string;
  readonly extent: Extent | null;
}

export interface Reading {
  /** Of the service; null if the reader doesn't support it. */
  readonly title: string | null;
  readonly layers: readonly ReadLayer[];
}

/** The last missing element or text before a reader failed. */
export interface Missed {
  readonly inside: string;
  readonly path: string;
}

export interface Failure {
  readonly error: string;
  readonly missed?: Missed | null;
}

export interface OurReading extends Reading {
  readonly title: string;
  readonly problems: ReadonlySet<string>;
}

/** Differences in white space and number notation don't count. */
export function makeReading(
  title: string | null | undefined,
  layers: readonly (readonly [name: unknown, title: unknown, extent: readonly number[] | null])[],
): Reading {
  return {
    title: title === null ? null : fold(title),
    layers: layers.map(([name, ownTitle, extent]) => ({
      name: fold(name),
      title: fold(ownTitle),
      extent: readNumbers(extent),
    })),
  };
}

function fold(text: unknown): string {
  return typeof text === 'string' ? foldSpace(text) : '';
}

/** Four numbers, valid or not; null if there are none. */
function readNumbers(extent: readonly number[] | null): Extent | null {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = extent ?? [];
  return [west, south, east, north].every(Number.isNaN) ? null : [west, south, east, north];
}

/** Null if we don't identify the document as a resource. */
export function readOurs(row: CorpusRow): OurReading | null {
  const [discovery] = identify(corpusDocument(row), kinds);
  if (discovery === undefined) return null;
  const { title, layers, problems } = discovery.description;
  return {
    title,
    layers: layers.map((layer) => ({ name: nameOf(layer, row), title: layer.title, extent: layer.extent })),
    problems: new Set(problems.map(({ code }) => code)),
  };
}

/** Other readers identify tile maps by URL; ours uses its end as the name. */
function nameOf({ name, metadataUrls }: Layer, { kind }: CorpusRow): string {
  return (kind === 'tms' ? metadataUrls[0] : undefined) ?? name ?? '';
}
