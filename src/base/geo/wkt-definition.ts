// Converts WKT to a form that proj4 reads correctly: it assumes degrees for every angle and the earth for every ellipsoid.
import { childOf, findWkt, parseWkt, type WktNode, wktValue, writeWkt } from './wkt-tree.ts';

export interface WktDefinition {
  /** For proj4; angles in degrees. */
  readonly definition: string;
  /** Degrees in one unit of the coordinates of a geographic system; 1 for a projected one. */
  readonly degreesPerUnit: number;
}

/** Bounds of the semi-major axes of all ellipsoids and spheres used for the earth, in meters. */
const smallestEarth = 6_330_000;
const largestEarth = 6_400_000;

const radiansPerDegree = Math.PI / 180;
const geographicRoots = ['GEOGCS', 'GEOGCRS', 'GEODCRS', 'GEODETICCRS', 'GEOGRAPHICCRS', 'BASEGEOGCRS', 'BASEGEODCRS'];
const angles = /latitude|longitude|parallel|meridian|azimuth|angle|rotation/i;

/** Degrees east of Greenwich (IGN: 2°20'14.025"). The only meridian used together with grads. */
const paris = 2.337_229_166_67;
const parisInGrads = 2.596_921_3;

/** Null for other planets, and for units that proj4 misreads. */
export function readWktDefinition(text: string): WktDefinition | null {
  const root = parseWkt(text.trim());
  if (root === null || !isOnEarth(root)) return null;
  const geographic = findWkt(root, geographicRoots);
  if (geographic === null) return { definition: text.trim(), degreesPerUnit: 1 };
  const degreesPerUnit = angularUnit(geographic);
  if (degreesPerUnit === null) return null;
  const isProjected = findWkt(root, ['PROJCS', 'PROJCRS', 'PROJECTEDCRS']) !== null;
  if (degreesPerUnit === 1) return { definition: text.trim(), degreesPerUnit };
  // Parameters of WKT 2 have their own units.
  if (geographic.keyword !== 'GEOGCS') return null;
  const meridian = primeMeridian(geographic);
  if (meridian === null) return null;
  const definition = writeWkt(inDegrees(root, degreesPerUnit, meridian));
  return { definition, degreesPerUnit: isProjected ? 1 : degreesPerUnit };
}

/** True if no ellipsoid is named. */
export function isOnEarth(root: WktNode): boolean {
  const ellipsoid = findWkt(root, ['SPHEROID', 'ELLIPSOID']);
  const axis = ellipsoid === null ? Number.NaN : Number(wktValue(ellipsoid, 1) || Number.NaN);
  if (ellipsoid === null || Number.isNaN(axis)) return true;
  const unit = childOf(ellipsoid, ['LENGTHUNIT', 'UNIT']);
  const meters = axis * (unit === null ? 1 : Number(wktValue(unit, 1)));
  return meters > smallestEarth && meters < largestEarth;
}

/** Degrees per unit of the geographic system: 1, or 0.9 for grads; null if unknown. */
function angularUnit(geographic: WktNode): number | null {
  const unit = childOf(geographic, ['UNIT', 'ANGLEUNIT']) ?? findWkt(geographic, ['ANGLEUNIT']);
  if (unit === null) return 1;
  const degrees = Number(wktValue(unit, 1) || Number.NaN) / radiansPerDegree;
  if (!(degrees > 0)) return /^deg/i.test(wktValue(unit, 0)) ? 1 : null;
  // 0.0174 and other roundings of a degree in radians.
  return Math.abs(degrees - 1) < 0.005 ? 1 : degrees;
}

/** In degrees. It should be in the unit of the system (01-009, 7.3.14), but most programs write degrees. */
function primeMeridian(geographic: WktNode): number | null {
  const node = childOf(geographic, ['PRIMEM']);
  const value = node === null ? 0 : Number(wktValue(node, 1) || Number.NaN);
  if (value === 0) return 0;
  return Math.abs(value - paris) < 0.001 || Math.abs(value - parisInGrads) < 0.001 ? paris : null;
}

function inDegrees(node: WktNode, degreesPerUnit: number, meridian: number): WktNode {
  const { keyword, members } = node;
  const name = members[0] ?? '""';
  if (keyword === 'PARAMETER' && angles.test(wktValue(node, 0))) {
    return { keyword, members: [name, String(Number(wktValue(node, 1)) * degreesPerUnit)] };
  }
  if (keyword === 'PRIMEM') return { keyword, members: [name, String(meridian)] };
  return {
    keyword,
    members: members.map((member) => {
      if (typeof member === 'string') return member;
      const isAngle = member.keyword === 'UNIT' && keyword === 'GEOGCS';
      if (isAngle) return { keyword: 'UNIT', members: ['"Degree"', String(radiansPerDegree)] };
      return inDegrees(member, degreesPerUnit, meridian);
    }),
  };
}
