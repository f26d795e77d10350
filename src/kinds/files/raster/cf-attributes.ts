// Discovery attributes of climate and ocean data (ACDD 1.3, CF 1.11).

import { readExtent } from '../../../base/geo/extent.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Extent } from '../../../model/extent.ts';
import type { Description } from '../../../model/resource.ts';

type Attributes = ReadonlyMap<string, string>;

/** Null without a problem if the attributes are missing: they are optional. */
export function readCfExtent(attributes: Attributes, tally: ProblemTally): Extent | null {
  const at = (name: string) => attributes.get(`geospatial_${name}`)?.trim() || null;
  const corners = [at('lon_min'), at('lat_min'), at('lon_max'), at('lat_max')] as const;
  if (corners.some((corner) => corner === null)) return null;
  const { extent, problem } = readExtent(corners);
  if (problem !== null) tally.add(problem, 'The geospatial attributes of the file are invalid.', corners.join(', '));
  return extent;
}

export function readCfTime(attributes: Attributes): string | null {
  const start = attributes.get('time_coverage_start')?.trim() || '';
  const end = attributes.get('time_coverage_end')?.trim() || '';
  return start === '' && end === '' ? null : `${start || '..'}/${end || '..'}`;
}

type Words = Pick<Description, 'title' | 'abstract' | 'keywords' | 'provider' | 'accessConstraints'>;

export function readCfDescription(attributes: Attributes): Words {
  const at = (...names: readonly string[]) =>
    names.map((name) => attributes.get(name)?.trim() ?? '').find((text) => text !== '') ?? '';
  const organization = at('institution', 'publisher_name', 'creator_institution');
  const person = at('creator_name', 'contact');
  const provider = {
    organization: organization || null,
    person: person || null,
    email: at('creator_email', 'publisher_email') || null,
    url: at('creator_url', 'publisher_url') || null,
  };
  return {
    title: at('title', 'Title'),
    abstract: at('summary', 'description', 'comment'),
    keywords: at('keywords')
      .split(/\s*[,;]\s*/)
      .filter((word) => word !== '')
      .slice(0, 100),
    provider: Object.values(provider).every((value) => value === null) ? null : provider,
    accessConstraints: at('license') || null,
  };
}
