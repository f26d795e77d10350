// The EPSG code of the coordinate reference system described by WKT (.prj files, headers).
import { converterFor, type Point } from './converter.ts';
import { isOnEarth, readWktDefinition } from './wkt-definition.ts';
import { findWkt, parseWkt, type WktNode, wktValue } from './wkt-tree.ts';

export interface WktCrs {
  /** 'EPSG:32633' if declared, or if the name is known and the parameters agree; else null. */
  readonly code: string | null;
  /** As written: 'WGS_1984_UTM_Zone_33N'. */
  readonly name: string;
}

/** Esri's .prj files contain names without codes. Compared in lower case with single underscores. */
const namedCodes = new Map<string, number>([
  ...(
    'gcs_wgs_1984 4326 wgs_84 4326 wgs84 4326 wgs_1984 4326 gcs_etrs_1989 4258 etrs89 4258 gcs_north_american_1983 4269 ' +
    'nad83 4269 gcs_north_american_1927 4267 nad27 4267 gcs_gda_1994 4283 gda94 4283 gcs_gda2020 7844 gda2020 7844 ' +
    'gcs_sirgas_2000 4674 gcs_jgd_2000 4612 gcs_jgd_2011 6668 gcs_rgf_1993 4171 gcs_nzgd_2000 4167 gcs_ch1903 4149 ' +
    'gcs_osgb_1936 4277 gcs_deutsches_hauptdreiecksnetz 4314 gcs_pulkovo_1942 4284 gcs_european_1950 4230 ' +
    'wgs_1984_web_mercator 3857 wgs_1984_web_mercator_auxiliary_sphere 3857 wgs_84_pseudo_mercator 3857 ' +
    'google_maps_global_mercator 3857 popular_visualisation_crs_mercator 3857 etrs_1989_laea 3035 etrs89_laea_europe 3035 ' +
    'etrs_1989_lcc 3034 british_national_grid 27700 osgb_1936_british_national_grid 27700 tm65_irish_grid 29902 ' +
    'irenet95_irish_transverse_mercator 2157 rgf_1993_lambert_93 2154 rgf93_lambert_93 2154 ntf_lambert_ii_etendu 27572 ' +
    'rd_new 28992 amersfoort_rd_new 28992 belge_lambert_1972 31370 belgian_lambert_72 31370 belge_lambert_2008 3812 ' +
    'ch1903+_lv95 2056 ch1903_lv95 2056 ch1903_lv03 21781 mgi_austria_lambert 31287 sweref99_tm 3006 ' +
    'sweref_99_tm 3006 euref_fin_tm35fin 3067 etrs_1989_poland_cs92 2180 etrs89_poland_cs92 2180 ' +
    's_jtsk_krovak_east_north 5514 nzgd_2000_new_zealand_transverse_mercator 2193 nzgd2000_new_zealand_transverse_mercator_2000 2193 ' +
    'nad_1983_albers 5070 nad_1983_conus_albers 5070 nad_1983_california_teale_albers 3310 nad_1983_bc_environment_albers 3005 ' +
    'nad_1983_canada_atlas_lambert 3978 nad_1983_statistics_canada_lambert 3347 gda_1994_australia_albers 3577 ' +
    'monte_mario_italy_1 3003 monte_mario_italy_2 3004 wgs_1984_world_mercator 3395 world_mercator 3395'
  )
    .split(' ')
    .flatMap((word, index, words): [string, number][] => (index % 2 === 0 ? [[word, Number(words[index + 1])]] : [])),
]);

/** Series of zones: the code of zone 0 in the north, and in the south if there is one. */
const zones: readonly (readonly [name: RegExp, north: number, south: number | null])[] = [
  [/^wgs_(?:19)?84_(?:complex_)?utm_zone_(\d{1,2})([ns])$/, 32600, 32700],
  [/^etrs_?(?:19)?89_utm_zone_(\d{1,2})(n)$/, 25800, null],
  [/^nad_?(?:19)?83_utm_zone_(\d{1,2})(n)$/, 26900, null],
  [/^nad_?(?:19)?27_utm_zone_(\d{1,2})(n)$/, 26700, null],
  [/^(?:wgs_1972|wgs_72)_utm_zone_(\d{1,2})([ns])$/, 32200, 32300],
  [/^(?:ed_1950|european_1950|ed50)_utm_zone_(\d{1,2})(n)$/, 23000, null],
  [/^sirgas_2000_utm_zone_(\d{1,2})(s)$/, 0, 31960],
  [/^gda_?(?:19)?94_mga_zone_(\d{1,2})()$/, 28300, null],
  [/^gda_?2020_mga_zone_(\d{1,2})()$/, 7800, null],
  [/^dhdn_3_degree_gauss_zone_([2-5])()$/, 31464, null],
];

/** Longer texts aren't WKT. */
const maxLength = 20_000;

export function readWktCrs(text: string): WktCrs | null {
  const wkt = text.slice(0, maxLength).trim();
  const opening =
    /^(?:(?:PROJ|GEOG|GEOD|COMPD|LOCAL|BOUND|GEOC|VERT)[A-Z]{0,12})\s{0,4}[[(]\s{0,8}"([^"]{0,200})"/i.exec(wkt);
  if (opening === null) return null;
  const name = (opening[1] ?? '').trim();
  const root = parseWkt(wkt);
  if (root !== null && !isOnEarth(root)) return { code: null, name };
  const named = codeOfName(name);
  return {
    code: codeAtEnd(wkt) ?? (named !== null && root !== null && !agrees(root, wkt, named) ? null : named),
    name,
  };
}

/** Systems that differ by more, in meters on the ground, aren't the same. Datum shifts are below a kilometer. */
const maxDifference = 2000;

/** Programs keep the name of a system after a user changed its parameters: then the parameters are correct. */
function agrees(root: WktNode, wkt: string, code: string): boolean {
  if (root.keyword.startsWith('GEO')) {
    const meridian = findWkt(root, ['PRIMEM']);
    return (
      readWktDefinition(wkt)?.degreesPerUnit === 1 && (meridian === null || !(Number(wktValue(meridian, 1)) !== 0))
    );
  }
  if (findWkt(root, ['PARAMETER']) === null) return true;
  const own = converterFor(wkt);
  const known = converterFor(code);
  if (own === null || known === null) return false;
  const [west, south, east, north] = known.area;
  const width = (east < west ? east + 360 : east) - west;
  return [0.3, 0.5, 0.7].every((part) => {
    const point: Point = [west + width * part, south + (north - south) * part];
    const [one, other] = [own.fromDegrees(point), known.fromDegrees(point)];
    const back = one === null || other === null ? null : known.toDegrees(one);
    if (back === null) return false;
    const turn = Math.abs(((back[0] - point[0] + 540) % 360) - 180) * Math.cos((point[1] * Math.PI) / 180);
    return Math.hypot(turn, back[1] - point[1]) * metersPerDegree < maxDifference;
  });
}

/** Approximate, of latitude. */
const metersPerDegree = 111_000;

/** The code of the outermost object is last: AUTHORITY["EPSG","32633"]] or ID["EPSG",32633]]. */
function codeAtEnd(wkt: string): string | null {
  const end = wkt.slice(-200).replace(/\s+/g, '');
  const match = /(?:AUTHORITY|ID)[[(]"EPSG",(?:"(\d{1,7})"|(\d{1,7}))[\])][\])]$/i.exec(end);
  const code = match?.[1] ?? match?.[2];
  return code === undefined ? null : `EPSG:${code}`;
}

function codeOfName(name: string): string | null {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, '_')
    .replace(/^_|_$/g, '');
  const known = namedCodes.get(key);
  if (known !== undefined) return `EPSG:${known}`;
  for (const [pattern, north, south] of zones) {
    const [, zone, side] = pattern.exec(key) ?? [];
    const base = side === 's' ? south : north;
    if (zone !== undefined && base !== null) return `EPSG:${base + Number(zone)}`;
  }
  return null;
}
