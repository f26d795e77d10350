// Outlines of countries for a flat map: rings that cross the antimeridian continue beyond 180 degrees instead of wrapping around.

type Position = number[];

/** One ring in longitude and latitude. A ring around a pole follows the edge of the map. */
export function unrolled(ring: readonly Position[]): Position[] {
  const points: Position[] = [];
  let shift = 0;
  for (const [n, [east = 0, north = 0]] of ring.entries()) {
    const before = ring[n - 1]?.[0] ?? east;
    if (east - before > 180) shift -= 360;
    if (east - before < -180) shift += 360;
    points.push([east + shift, north]);
  }
  if (shift === 0) return points;
  const pole = (points[0]?.[1] ?? 0) < 0 ? -90 : 90;
  return [...points, [points.at(-1)![0]!, pole], [points[0]![0]!, pole], points[0]!];
}
