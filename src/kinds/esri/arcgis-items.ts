// Items of ArcGIS Online and Enterprise portals, and of the Hub sites made from them.

import { type ExtentReading, type RawExtent, readExtent } from '../../base/geo/extent.ts';
import { arrayAt, type JsonObject, stringAt } from '../../base/json/json.ts';
import { copyString } from '../../base/text/copy-string.ts';
import { webUrl } from '../../base/url/web-url.ts';
import { emptyLayer } from '../../describe/empty-description.ts';
import type { ProblemTally } from '../../describe/problem-tally.ts';
import type { Extent } from '../../model/extent.ts';
import type { Link } from '../../model/link.ts';
import type { Layer } from '../../model/resource.ts';
import { resourceLink } from '../address/resource-links.ts';
import { crsOfNumber, onlyCrs } from './arcgis-extent.ts';
import { firstText, listAt } from './arcgis-json.ts';

const maxLinks = 1000;

/** An item as `search` lists it. */
export function isItem(object: JsonObject): boolean {
  return (
    /^[0-9a-f]{32}$/i.test(stringAt(object, 'id')) &&
    stringAt(object, 'type') !== '' &&
    typeof object.title === 'string'
  );
}

export function readItem(item: JsonObject, problems: ProblemTally): Layer {
  const title = firstText(item, 'title', 'name');
  return {
    ...emptyLayer,
    name: copyString(stringAt(item, 'id')),
    title,
    abstract: firstText(item, 'description', 'snippet'),
    keywords: listAt(item, 'tags'),
    extent: readItemExtent(item, problems, title),
    ...onlyCrs(readItemCrs(item)),
  };
}

/** Links to the services of items, each once: several items may refer to one service (edge case 74). */
export function serviceLinks(items: readonly JsonObject[]): readonly Link[] {
  const links = new Map<string, Link>();
  for (const item of items) {
    const url = webUrl(stringAt(item, 'url'));
    if (url === null || links.has(url) || links.size >= maxLinks) continue;
    links.set(url, resourceLink(copyString(url), 'catalog', firstText(item, 'title', 'name')));
  }
  return [...links.values()];
}

/** `[[west, south], [east, north]]`, in degrees for any service. Empty for items without a location. */
function readItemExtent(item: JsonObject, problems: ProblemTally, title: string): Extent | null {
  const numbers = arrayAt(item, 'extent').flat();
  if (numbers.length !== 4) return null;
  const reading: ExtentReading = readExtent(numbers.map(String) as unknown as RawExtent);
  if (reading.problem !== null) problems.add(reading.problem, 'An item has an extent that is odd.', title);
  return reading.extent;
}

/** "102100", "WGS_1984_Web_Mercator_Auxiliary_Sphere" or nothing. */
function readItemCrs(item: JsonObject): string | null {
  const text = stringAt(item, 'spatialReference');
  if (text === '') return null;
  return /^\d{4,6}$/.test(text) ? crsOfNumber(Number(text)) : copyString(text);
}
