// The figures of the statistics, counted from the search index and remembered until the catalog changes.
import type { CatalogCounts, MonthCount } from '../../model/catalog.ts';
import type { Clock } from '../../model/clock.ts';
import type { FacetCount } from '../../model/search.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { type PageFacet, pageFacets } from '../pages/search/search-params.ts';
import { densityGrid } from './map-shapes.ts';

export const countedFacets: readonly PageFacet[] = pageFacets.filter((facet) => facet !== 'host' && facet !== 'found');

export interface Figures {
  readonly takenMs: number;
  readonly counts: CatalogCounts;
  readonly growth: readonly MonthCount[];
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** Layers over each cell of `densityGrid`. */
  readonly density: Uint32Array;
}

export interface Statistics {
  figures(): Promise<Figures>;
}

/** All countries, and as many of anything else as a table is good for. */
const valuesTold = 250;
/** While a crawl runs the catalog changes all the time; figures of a minute ago are good enough then. */
const keptMs = 60_000;

type Counted = Pick<OpenCatalog, 'search' | 'counts' | 'growth' | 'density' | 'revision'>;

export function openStatistics(catalog: Counted, clock: Pick<Clock, 'now'>): Statistics {
  let known: { readonly revision: string; readonly figures: Figures } | null = null;
  let counting: Promise<Figures> | null = null;
  const count = async (): Promise<Figures> => {
    const revision = await catalog.revision();
    if (known !== null && (known.revision === revision || clock.now() - known.figures.takenMs < keptMs))
      return known.figures;
    const { facets } = await catalog.search({ facets: countedFacets, facetValues: valuesTold, limit: 0 });
    const [counts, growth] = await Promise.all([catalog.counts(), catalog.growth()]);
    const figures = { takenMs: clock.now(), counts, growth, facets, density: await catalog.density(densityGrid) };
    known = { revision, figures };
    return figures;
  };
  return {
    figures: () => {
      // Whoever asks meanwhile waits for the same.
      counting ??= count().finally(() => {
        counting = null;
      });
      return counting;
    },
  };
}
