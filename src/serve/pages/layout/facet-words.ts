// Labels of facet values.
import { topicLabel } from '../../../classify/vocabularies/topic-ids.ts';
import type { Locale } from '../messages/locale.ts';
import type { PageFacet } from '../search/search-params.ts';

export function facetValue(facet: PageFacet, value: string, locale: Locale): string {
  const { say, language } = locale;
  if (facet === 'kind') return value.toUpperCase();
  if (facet === 'topic') return topicLabel(value, language);
  if (facet === 'country') return locale.country(value);
  if (facet === 'language') return locale.languageName(value);
  if (facet !== 'type' && facet !== 'quality' && facet !== 'state') return value;
  return Object.hasOwn(say.values, value) ? say.values[value as keyof typeof say.values] : value;
}
