// Converters between a coordinate reference system and WGS 84. proj4 is loaded on first use: most crawls never need it.
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Converter as Proj4Converter } from 'proj4';
import type { Extent } from '../../model/extent.ts';
import { lazily } from '../memoize.ts';
import { readCrs } from './crs.ts';
import { type CoordinateSystem, coordinateSystem } from './epsg.ts';
import { readWktDefinition } from './wkt-definition.ts';

export type Point = readonly [x: number, y: number];

export interface Converter {
  /** Longitude and latitude, or null where the projection is undefined. */
  toDegrees(point: Point): Point | null;
  fromDegrees(point: Point): Point | null;
  /** Longitudes may exceed ±180: points that far out aren't errors. */
  readonly isCylindrical: boolean;
  readonly isGeographic: boolean;
  readonly area: Extent;
}

const world: Extent = [-180, -90, 180, 90];

/** A server uses a few systems, the web some hundreds. */
const converters = new LRUCache<string, { readonly converter: Converter | null }>({ max: 256 });

/** Longer texts aren't definitions. */
const maxDefinitionLength = 20_000;

const cylindrical = /\+proj=(?:longlat|merc|eqc|mill|cea)\b/;
const wktRoot = /^\s*(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|BOUNDCRS|COMPD_CS|COMPOUNDCRS)\s{0,8}\[/i;

const loadProj4 = lazily(() => createRequire(import.meta.url)('proj4') as (definition: string) => Proj4Converter);

/** For a code in any spelling, WKT or a PROJ string; null if unknown. */
export function converterFor(crs: string): Converter | null {
  const known = converters.get(crs);
  if (known !== undefined) return known.converter;
  const converter = makeConverter(crs);
  converters.set(crs, { converter });
  return converter;
}

/** The table entry of a code in any spelling. */
export function systemOf(crs: string): CoordinateSystem | null {
  const code = /^(?:EPSG|ESRI):(\d{4,6})$/.exec(readCrs(crs) ?? '')?.[1];
  if (code === undefined) return null;
  // Web Mercator codes from before EPSG assigned 3857.
  const isOldMercator = code === '900913' || code === '3785' || code === '102113' || code === '102100';
  return coordinateSystem(isOldMercator ? 3857 : Number(code));
}

function makeConverter(crs: string): Converter | null {
  const system = systemOf(crs);
  if (system !== null) return wrap(loadProj4()(system.definition), system.definition, system.area);
  if (readCrs(crs) === 'CRS:84') return makeConverter('EPSG:4326');
  if (crs.length > maxDefinitionLength || !(wktRoot.test(crs) || crs.trim().startsWith('+proj='))) return null;
  const wkt = wktRoot.test(crs) ? readWktDefinition(crs) : { definition: crs.trim(), degreesPerUnit: 1 };
  const made = wkt === null ? null : attempt(() => loadProj4()(wkt.definition));
  return wkt === null || made === null ? null : scaled(wrap(made, crs, world), wkt.degreesPerUnit);
}

/** For coordinates in grads or radians. */
function scaled(converter: Converter, degreesPerUnit: number): Converter {
  if (degreesPerUnit === 1) return converter;
  return {
    ...converter,
    toDegrees: ([x, y]) => converter.toDegrees([x * degreesPerUnit, y * degreesPerUnit]),
    fromDegrees: (point) => {
      const degrees = converter.fromDegrees(point);
      return degrees === null ? null : [degrees[0] / degreesPerUnit, degrees[1] / degreesPerUnit];
    },
  };
}

function wrap(made: Proj4Converter, definition: string, area: Extent): Converter {
  return {
    toDegrees: (point) => attempt(() => finite(made.inverse([...point], true))),
    fromDegrees: (point) => attempt(() => finite(made.forward([...point], true))),
    isCylindrical: cylindrical.test(definition),
    isGeographic: /\+proj=longlat\b/.test(definition) || /^\s*GEO/i.test(definition),
    area,
  };
}

function finite([x, y]: readonly number[]): Point | null {
  return Number.isFinite(x) && Number.isFinite(y) ? [x!, y!] : null;
}

/** proj4 throws strings for definitions it can't read, and errors of any type for points outside a projection. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (typeof error === 'string' || error instanceof Error) return null;
    throw error;
  }
}
