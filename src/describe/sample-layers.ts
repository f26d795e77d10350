// Sample layers that map servers ship with: real data, but not the publisher's (edge case 55).

/** GeoServer's workspaces and their layers, of all releases since 1.7. */
const samples: Readonly<Record<string, string>> = {
  topp: 'states tasmania_cities tasmania_roads tasmania_state_boundaries tasmania_water_bodies',
  tiger: 'giant_polygon poi poly_landmarks tiger_roads',
  nurc: 'Arc_Sample Img_Sample Pk50095 mosaic',
  sf: 'archsites bugsites restricted roads streams sfdem',
  ne: 'boundary_lines coastlines countries disputed_areas populated_places world',
  cite: 'BasicPolygons Bridges Buildings DividedRoutes Forests Lakes MapNeatline NamedPlaces Ponds RoadSegments Streams',
};

const sampleNames = new Set(
  Object.entries(samples).flatMap(([prefix, names]) => names.split(' ').map((name) => `${prefix}:${name}`)),
);

/**
 * In a virtual service of one workspace the prefix is missing, and groups never had one: then the title must match,
 * too.
 */
const sampleTitles: ReadonlyMap<string, RegExp> = new Map([
  ['states', /^USA Population$/],
  ['giant_polygon', /^World rectangle$/],
  ['poi', /^Manhattan \(NY\) points of interest$/],
  ['poly_landmarks', /^Manhattan \(NY\) landmarks$/],
  ['tiger_roads', /^Manhattan \(NY\) roads$/],
  ['archsites', /^Spearfish archeological sites$/],
  ['bugsites', /^Spearfish bug locations$/],
  ['restricted', /^Spearfish restricted areas$/],
  ['roads', /^Spearfish roads$/],
  ['streams', /^Spearfish streams$/],
  ['Arc_Sample', /^(?:A sample ArcGrid file|Global annual rainfall)$/],
  ['Img_Sample', /^North America sample imagery$/],
  ['spearfish', /^Spearfish$/i],
  ['tasmania', /^Tasmania$/i],
  ['tiger-ny', /^(?:tiger-ny|Manhattan)$/i],
]);

export function isDemoLayer({ name, title }: { readonly name: string | null; readonly title: string }): boolean {
  if (name === null) return false;
  return sampleNames.has(name) || sampleTitles.get(name)?.test(title.trim()) === true || isOldTitle(name, title);
}

/** The titles of Tasmania's layers are their names in words. */
function isOldTitle(name: string, title: string): boolean {
  return /^tasmania_(?:cities|roads|state_boundaries|water_bodies)$/.test(name) && /^tasmania[ _]/i.test(title);
}
