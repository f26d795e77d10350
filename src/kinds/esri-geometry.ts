// Geometries of Esri JSON: x and y, points, paths, rings, envelopes.
import { type JsonObject, type JsonValue, numberAt, objectAt } from '../base/json/json.ts';
import { Bounds, type Box } from './geometry/bounds.ts';

const lists = ['rings', 'paths', 'points', 'curveRings', 'curvePaths'];

export function isEsriGeometry(geometry: JsonObject): boolean {
  if (lists.some((name) => Array.isArray(geometry[name]))) return true;
  return ('x' in geometry && 'y' in geometry) || ('xmin' in geometry && 'ymax' in geometry);
}

/** The box around all features; null where none has a place. */
export function boundsOfFeatures(features: readonly JsonObject[]): Box | null {
  const bounds = new Bounds();
  for (const feature of features) {
    const geometry = objectAt(feature, 'geometry');
    if (geometry !== null) addGeometry(geometry, bounds);
  }
  return bounds.box();
}

function addGeometry(geometry: JsonObject, bounds: Bounds): void {
  const corner = (x: string, y: string) =>
    bounds.add(numberAt(geometry, x) ?? Number.NaN, numberAt(geometry, y) ?? Number.NaN);
  corner('x', 'y');
  corner('xmin', 'ymin');
  corner('xmax', 'ymax');
  for (const name of lists) addPoints(geometry[name], bounds, 0);
}

/** Points lie at most three lists deep. Curves are objects among them: their ends are the points around. */
function addPoints(value: JsonValue | undefined, bounds: Bounds, depth: number): void {
  if (!Array.isArray(value) || depth > 3) return;
  const [x, y] = value;
  if (typeof x === 'number') {
    if (typeof y === 'number') bounds.add(x, y);
    return;
  }
  for (const member of value) addPoints(member, bounds, depth + 1);
}
