// Generates src/base/geo/epsg.txt from PROJ's database: every projected and geographic 2D system of EPSG and Esri that
// proj4js converts like PROJ. Needs proj-bin and proj-data (PROJ 9): npx tsx scripts/make-epsg-table.mts
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import proj4 from 'proj4';
import { projString } from '../src/base/geo/epsg.ts';

const database = new DatabaseSync(process.env.PROJ_DB ?? '/usr/share/proj/proj.db', { readOnly: true });
const run = promisify(execFile);
/** Output of the PROJ tools, cached between runs: a full run takes about twenty minutes. */
const cacheFile = fileURLToPath(new URL('../.cache/epsg-answers.jsonl', import.meta.url));
const cachedOutput = new Map<string, string>(
  existsSync(cacheFile)
    ? readFileSync(cacheFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [],
);
mkdirSync(dirname(cacheFile), { recursive: true });

/** The output of a PROJ tool; '' where it fails, as for negative scales (ESRI:102471). */
async function toolOutput(tool: string, parameters: readonly string[], input = ''): Promise<string> {
  const key = [tool, ...parameters].join(' ');
  const cached = cachedOutput.get(key);
  if (cached !== undefined) return cached;
  const child = run(tool, parameters);
  // A failing tool exits before it reads its input; the exit code reports it.
  child.child.stdin?.on('error', (error: { readonly code?: unknown }) => {
    if (error.code !== 'EPIPE') throw error;
  });
  child.child.stdin?.end(input);
  const stdout = await child.then(
    (result) => result.stdout,
    (error: { readonly code?: unknown }) => {
      if (typeof error.code !== 'number') throw error;
      return '';
    },
  );
  cachedOutput.set(key, stdout);
  appendFileSync(cacheFile, `${JSON.stringify([key, stdout])}\n`);
  return stdout;
}
const target = fileURLToPath(new URL('../src/base/geo/epsg.txt', import.meta.url));

/** Largest accepted difference from PROJ in degrees: about a kilometer. */
const toleranceDegrees = 0.01;

/** Parameters of the frame (datum and unit), which many systems share; the others belong to the projection. */
const frameNames = new Set(['ellps', 'datum', 'a', 'b', 'rf', 'R', 'towgs84', 'pm', 'units', 'to_meter', 'vunits']);
const noise = new Set(['no_defs', 'type=crs', 'units=m']);
/** Omitted for Transverse Mercator, most of the table; src/base/geo/epsg.ts adds them again. */
const mercatorDefaults = new Set(['lat_0=0', 'lon_0=0', 'k=1', 'x_0=0', 'y_0=0']);

interface Row {
  readonly auth: string;
  readonly code: number;
  readonly geographic: number;
  readonly axis: string;
  readonly unit: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface Entry {
  readonly code: number;
  readonly isNorthFirst: boolean;
  readonly area: readonly number[];
  readonly projection: string;
  readonly frame: string;
}

const earth = `JOIN geodetic_datum d ON d.auth_name = g.datum_auth_name AND d.code = g.datum_code
  JOIN ellipsoid e ON e.auth_name = d.ellipsoid_auth_name AND e.code = d.ellipsoid_code
    AND e.celestial_body_auth_name = 'PROJ' AND e.celestial_body_code = 'EARTH'`;
const area = (table: string, alias: string) => `JOIN usage u ON u.object_table_name = '${table}'
    AND u.object_auth_name = ${alias}.auth_name AND u.object_code = ${alias}.code
  JOIN extent x ON x.auth_name = u.extent_auth_name AND x.code = u.extent_code AND x.west_lon IS NOT NULL
  LEFT JOIN axis s ON s.coordinate_system_auth_name = ${alias}.coordinate_system_auth_name
    AND s.coordinate_system_code = ${alias}.coordinate_system_code AND s.coordinate_system_order = 1`;
const columns = `s.name AS axis, s.uom_code AS unit,
  x.west_lon AS west, x.south_lat AS south, x.east_lon AS east, x.north_lat AS north`;
const all = database
  .prepare(
    `SELECT p.auth_name AS auth, p.code AS code, p.geodetic_crs_code AS geographic, ${columns}
       FROM projected_crs p JOIN geodetic_crs g ON g.auth_name = p.geodetic_crs_auth_name AND g.code = p.geodetic_crs_code
       ${earth} ${area('projected_crs', 'p')} WHERE p.auth_name IN ('EPSG', 'ESRI') GROUP BY p.auth_name, p.code
     UNION ALL
     SELECT g.auth_name AS auth, g.code AS code, g.code AS geographic, ${columns}
       FROM geodetic_crs g ${earth} ${area('geodetic_crs', 'g')}
      WHERE g.auth_name IN ('EPSG', 'ESRI') AND g.type = 'geographic 2D' GROUP BY g.auth_name, g.code`,
  )
  .all() as unknown as Row[];
/** Some Esri codes were later adopted by EPSG; EPSG's definition wins. */
const epsgCodes = new Set(all.filter(({ auth }) => auth === 'EPSG').map(({ code }) => code));
const rows = all.filter(({ auth, code }) => auth === 'EPSG' || !epsgCodes.has(code));

/** Shifts to WGS 84 in meters, arc seconds and parts per million, the most accurate first. */
const shifts = database.prepare(
  `SELECT method_code AS method, tx, ty, tz, rx, ry, rz, scale_difference AS scale FROM helmert_transformation_table
    WHERE source_crs_code = ? AND target_crs_code = '4326' AND deprecated = 0 AND method_code IN ('9603', '9606', '9607')
      AND translation_uom_code = '9001' AND ifnull(rotation_uom_code, '9104') = '9104'
      AND ifnull(scale_difference_uom_code, '9202') = '9202' AND epoch IS NULL ORDER BY accuracy LIMIT 12`,
);

/** `+towgs84=` candidates; none for systems within centimeters of WGS 84. */
function shiftCandidates(geographic: number): readonly string[] {
  return (shifts.all(geographic) as Record<string, number | string | null>[]).map((row) => {
    // EPSG 9607, coordinate frame: rotations with the opposite sign.
    const sign = Number(row.method) === 9607 ? -1 : 1;
    const rotations = [row.rx, row.ry, row.rz].map((value) => sign * Number(value ?? 0));
    const all = [row.tx, row.ty, row.tz, ...rotations, row.scale].map((value) => Number(value ?? 0));
    return `towgs84=${(all.slice(3).every((value) => value === 0) ? all.slice(0, 3) : all).join(',')}`;
  });
}

async function makeEntry(row: Row): Promise<Entry | null> {
  const stdout = await toolOutput('projinfo', ['-q', '--single-line', '-o', 'PROJ', `${row.auth}:${row.code}`]);
  // projinfo prints nothing for systems without a PROJ string. The string omits units such as grads (EPSG:4807).
  const isPlain =
    stdout.startsWith('+proj=') && !(stdout.startsWith('+proj=longlat') && ![9102, 9122].includes(row.unit));
  if (!isPlain) return null;
  const words = stdout
    .trim()
    .split(/\s+/)
    .map((word) => word.slice(1));
  // Always horizontal before vertical; `isNorthFirst` records the order of the authority.
  const parameters = words
    .filter((word) => !noise.has(word) && !/^(?:nadgrids|geoidgrids|towgs84)=/.test(word))
    .filter((word) => words[0] !== 'proj=tmerc' || !mercatorDefaults.has(word))
    .map((word) => word.replace('axis=swu', 'axis=wsu'))
    .map((word) => word.replace(/(\.\d{8})\d+/g, '$1'));
  const isFrame = (word: string) => frameNames.has(word.split('=')[0]!);
  const projection = parameters.filter((word) => !isFrame(word)).join(' ');
  const frame = parameters.filter(isFrame).join(' ');
  const box = [Math.floor(row.west), Math.floor(row.south), Math.ceil(row.east), Math.ceil(row.north)];
  const isNorthFirst = /^(?:north|south|geodetic lat|latitude)/i.test(row.axis ?? '');
  const plain = { code: row.code, isNorthFirst, area: box, projection: projection.slice('proj='.length), frame };
  const points = samplePoints(row);
  const expected = await projected(row, points);
  let best: { readonly entry: Entry; readonly error: number } | null = null;
  const isWgs = /datum=WGS84/.test(frame);
  for (const shift of ['', ...(isWgs ? [] : shiftCandidates(row.geographic))]) {
    const entry = { ...plain, frame: [frame, shift].filter((part) => part !== '').join(' ') };
    const error = difference(entry, points, expected);
    if (best === null || error < best.error - 1e-6) best = { entry, error };
  }
  return best !== null && best.error <= toleranceDegrees ? best.entry : null;
}

/** The middle of the area of use and four points around it. */
function samplePoints({ west, south, east, north }: Row): readonly (readonly [number, number])[] {
  const width = (east < west ? east + 360 : east) - west;
  return [
    [0.5, 0.5],
    [0.3, 0.3],
    [0.7, 0.3],
    [0.3, 0.7],
    [0.7, 0.7],
  ].map(([x, y]) => {
    const longitude = west + width * x!;
    return [longitude > 180 ? longitude - 360 : longitude, south + (north - south) * y!] as const;
  });
}

/** The points as PROJ projects them, in the axis order of the authority. */
async function projected(row: Row, points: readonly (readonly [number, number])[]): Promise<readonly number[][]> {
  const input = points.map(([longitude, latitude]) => `${latitude} ${longitude}\n`).join('');
  const stdout = await toolOutput('cs2cs', ['-f', '%.9f', 'EPSG:4326', `${row.auth}:${row.code}`], input);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

/** Largest distance in degrees between the points and PROJ's coordinates converted back by proj4js. */
function difference(
  entry: Entry,
  points: readonly (readonly [number, number])[],
  expected: readonly number[][],
): number {
  let worst = 0;
  try {
    const converter = proj4(projString(entry.projection, entry.frame));
    for (const [index, [longitude, latitude]] of points.entries()) {
      const [first = Number.NaN, second = Number.NaN] = expected[index] ?? [];
      const [x, y] = converter.inverse(entry.isNorthFirst ? [second, first] : [first, second], true);
      const aside = Math.abs(((x! - longitude + 540) % 360) - 180) * Math.cos((latitude * Math.PI) / 180);
      const error = Math.max(aside, Math.abs(y! - latitude));
      worst = Number.isFinite(error) ? Math.max(worst, error) : Number.POSITIVE_INFINITY;
    }
  } catch (error) {
    // proj4js throws strings for unsupported projections and TypeErrors for infinite coordinates.
    if (typeof error === 'string' || error instanceof TypeError) return Number.POSITIVE_INFINITY;
    throw error;
  }
  return worst;
}

const entries: Entry[] = [];
const dropped: string[] = [];
let next = 0;
await Promise.all(
  Array.from({ length: 4 * availableParallelism() }, async () => {
    for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
      const entry = await makeEntry(row);
      if (entry === null) dropped.push(`${row.auth}:${row.code}`);
      else entries.push(entry);
    }
  }),
);
entries.sort((one, other) => one.code - other.code);

/** Most frequent first, to keep the references short. */
function ranked(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([value]) => value);
}

const frames = ranked(entries.map(({ frame }) => frame));
const areas = ranked(entries.map(({ area }) => area.join()));
const lines = entries.map(({ code, isNorthFirst, area, projection, frame }) =>
  [
    `${code}${isNorthFirst ? 'n' : ''}`,
    frames.indexOf(frame).toString(36),
    areas.indexOf(area.join()).toString(36),
    projection,
  ].join(' '),
);
const release = database.prepare("SELECT value FROM metadata WHERE key = 'EPSG.VERSION'").get() as { value: string };
const esri = database.prepare("SELECT value FROM metadata WHERE key = 'ESRI.VERSION'").get() as { value: string };
const description = `# Coordinate reference systems by number: EPSG ${release.value}, ${esri.value}. Generated by scripts/make-epsg-table.mts from PROJ's database.
# 1. Datums and units as PROJ parameters. 2. Areas of use in whole degrees, rounded outward: west,south,east,north.
# 3. Code, followed by n where the authority puts northing or latitude first; line of 1 and line of 2 (base 36, from 0); projection.`;
writeFileSync(target, `${[description, frames.join('\n'), areas.join('\n'), lines.join('\n')].join('\n\n')}\n`);
console.log(`${entries.length} systems written, ${dropped.length} omitted: ${dropped.slice(0, 400).join(' ')}`);
