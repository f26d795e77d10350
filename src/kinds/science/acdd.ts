// Discovery attributes of OPeNDAP and ERDDAP datasets (ACDD 1.3).
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Description } from '../../model/resource.ts';
import { readSpatialText } from '../geometry/catalog-spatial.ts';
import { makeInterval, makeProvider } from '../records/metadata-record.ts';

/** The text of an attribute; '' if it is missing. */
type Attribute = (name: string) => string;

export function readCoverage(
  text: Attribute,
  problems: ProblemTally,
): { readonly extent: Extent | null; readonly time: string | null } {
  const corners = ['geospatial_lon_min', 'geospatial_lat_min', 'geospatial_lon_max', 'geospatial_lat_max'].map(text);
  return {
    extent: corners.every((corner) => corner !== '') ? readSpatialText(corners.join(','), problems) : null,
    time: makeInterval(text('time_coverage_start'), text('time_coverage_end')),
  };
}

export function readAttribution(text: Attribute): Pick<Description, 'keywords' | 'provider' | 'accessConstraints'> {
  return {
    keywords: text('keywords')
      .split(/,\s{0,4}/)
      .filter((word) => word !== ''),
    provider: makeProvider(text('institution'), text('creator_name'), text('creator_email')),
    accessConstraints: text('license') || null,
  };
}
