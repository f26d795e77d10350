// Geographic extent in degrees.

/** [west, south, east, north] in WGS 84 degrees. West may exceed east: the extent then crosses the antimeridian. */
export type Extent = readonly [west: number, south: number, east: number, north: number];
