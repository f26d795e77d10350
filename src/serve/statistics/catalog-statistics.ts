// Statistics of the catalog, counted from the search index and cached until the catalog changes.
import type { CatalogCounts } from '../../model/catalog.ts';
import type { Clock } from '../../model/clock.ts';
import type { FacetCount, MonthCount } from '../../model/search.ts';
import type { OpenCatalog } from '../../open-catalog.ts';
import { densityGrid } from './map-shapes.ts';

export interface CatalogStatistics {
  readonly countedMs: number;
  readonly counts: CatalogCounts;
  readonly growth: readonly MonthCount[];
  readonly facets: Readonly<Record<string, readonly FacetCount[]>>;
  /** Layers over each cell of `densityGrid`. */
  readonly density: Uint32Array;
}

export type Statistics = ReturnType<typeof openStatistics>;

/** Enough for all countries. */
const facetValues = 250;
/** During a crawl the catalog changes all the time; statistics may be a minute old then. */
const maxAgeMs = 60_000;

type CountedCatalog = Pick<OpenCatalog, 'search' | 'counts' | 'growth' | 'density' | 'revision'>;

export function openStatistics(catalog: CountedCatalog, clock: Pick<Clock, 'now'>, countedFacets: readonly string[]) {
  let cached: { readonly revision: string; readonly statistics: CatalogStatistics } | null = null;
  let pending: Promise<CatalogStatistics> | null = null;
  const count = async (): Promise<CatalogStatistics> => {
    const revision = await catalog.revision();
    if (cached !== null && (cached.revision === revision || clock.now() - cached.statistics.countedMs < maxAgeMs))
      return cached.statistics;
    const { facets } = await catalog.search({ facets: countedFacets, facetValues, limit: 0 });
    const [counts, growth] = await Promise.all([catalog.counts(), catalog.growth()]);
    const density = await catalog.density(densityGrid);
    const statistics = { countedMs: clock.now(), counts, growth, facets, density };
    cached = { revision, statistics };
    return statistics;
  };
  return {
    current: (): Promise<CatalogStatistics> => {
      // Concurrent requests share one count.
      pending ??= count().finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}
