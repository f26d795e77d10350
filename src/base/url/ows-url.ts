// URLs of OGC key-value services: distinguishes request parameters from vendor parameters, and builds requests.
import { percentDecoded } from './read-url.ts';

/**
 * Parameters defined by WMS, WMTS, WFS, WCS, WPS, SOS and CSW, and the request-only extensions of common servers. They
 * define the request, not the service. All others are vendor parameters and are kept: `map`, `language`, `workspace`, `key`,
 * `config`, `id`, `namespace` and anything else that selects the service on that server.
 */
const owsParameters: ReadonlySet<string> = new Set(
  `service request version wmtver acceptversions acceptformats acceptlanguages sections updatesequence
  layers layer styles style srs crs bbox width height format transparent bgcolor exceptions time elevation
  sld sld_body sld_version query_layers info_format feature_count i j x y rule scale legend_options legend_format
  feature_info_type tiled tilesorigin buffer angle palette env viewparams cql_filter format_options dpi map_resolution
  colorscalerange numcolorbands logscale abovemaxcolor belowmincolor colorbaronly
  tilematrixset tilematrix tilerow tilecol
  typename typenames featureid resourceid outputformat maxfeatures count startindex resulttype srsname filter
  filter_language sortby propertyname valuereference storedquery_id namespaces resolve resolvedepth
  coverage coverageid identifier identifiers boundingbox gridbasecrs gridcs gridtype gridorigin gridoffsets rangesubset
  subset scalefactor scalesize scaleaxes scaleextent subsettingcrs outputcrs interpolation response_crs resx resy resz
  depth store mediatype
  datainputs responsedocument rawdataoutput storeexecuteresponse lineage status
  procedure offering observedproperty featureofinterest responseformat responsemode resultmodel eventtime temporalfilter
  spatialfilter proceduredescriptionformat
  elementsetname elementname outputschema maxrecords startposition constraint constraintlanguage
  constraint_language_version distributedsearch hopcount responsehandler requestid`.split(/\s+/),
);

/** Longer than any known parameter name, to keep the search cheap in hostile queries. */
const longestName = 48;

const owsServices: ReadonlySet<string> = new Set(
  'WMS WMTS WMS-C WFS WCS WPS CSW SOS SPS SES WMC WNS WCPS WTS TMS'.split(' '),
);

/** Operation names as the standards spell them, by lower-case form. */
const owsRequests: ReadonlyMap<string, string> = new Map(
  `GetCapabilities GetMap GetFeatureInfo DescribeLayer GetLegendGraphic GetStyles PutStyles GetTile GetMetadata
  DescribeFeatureType GetFeature GetFeatureWithLock GetPropertyValue LockFeature Transaction GetGmlObject
  ListStoredQueries DescribeStoredQueries CreateStoredQuery DropStoredQuery
  DescribeCoverage GetCoverage DescribeEOCoverageSet ProcessCoverages DescribeProcess Execute GetStatus GetResult Dismiss
  DescribeSensor GetObservation GetObservationById GetFeatureOfInterest GetFeatureOfInterestTime GetResultTemplate
  DescribeRecord GetDomain GetRecords GetRecordById Harvest DescribeTiles capabilities map feature_info`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
);

export interface OwsQuery {
  /** Upper case; null if absent or unknown. */
  readonly service: string | null;
  /** Spelled as in the standard; null if absent or unknown. */
  readonly request: string | null;
  readonly version: string | null;
}

export interface OwsRequest {
  readonly service: string;
  readonly request: string;
  readonly version?: string;
  /** Parameter names in lower case, for case-sensitive servers (edge case 18). */
  readonly isLower?: boolean;
}

/** One `name=value` of a query, still encoded; `lower` is the decoded name in lower case. */
export interface QueryPart {
  readonly text: string;
  readonly lower: string;
}

/** `dim_…` are the sample dimensions of WMS 1.1.1 and 1.3.0 (annex C). */
function isOwsParameter(lowerName: string): boolean {
  return owsParameters.has(lowerName) || lowerName.startsWith('dim_');
}

/** The request of an OGC key-value URL, in any case; null for other URLs. */
export function readOwsQuery(url: string): OwsQuery | null {
  return readOwsParts(splitQuery(queryOf(url)));
}

/** The same for a split query. */
export function readOwsParts(parts: readonly QueryPart[]): OwsQuery | null {
  const service = readValue(parts, 'service')?.toUpperCase() ?? '';
  const request = owsRequests.get(readValue(parts, 'request')?.toLowerCase() ?? '') ?? null;
  if (request === null && !owsServices.has(service)) return null;
  return {
    service: owsServices.has(service) ? service : null,
    request,
    version: readValue(parts, 'version') ?? readValue(parts, 'wmtver'),
  };
}

/**
 * The URL that sends this request to the service of any OGC-like URL. Vendor parameters are kept byte for byte, since some
 * servers compare them undecoded; OGC parameters of the old request are removed, in any case.
 */
export function owsUrl(url: string, { service, request, version, isLower = false }: OwsRequest): string {
  const own = isLower ? [`service=${service}`, `request=${request}`] : [`SERVICE=${service}`, `REQUEST=${request}`];
  if (version !== undefined) own.push(`${isLower ? 'version' : 'VERSION'}=${version}`);
  return `${withoutAmpersand(withoutQuery(url))}?${[...vendorParts(url).map((part) => part.text), ...own].join('&')}`;
}

/** The parameters that select the service, each name once (the first wins), in their order. */
export function vendorParts(url: string): readonly QueryPart[] {
  const seen = new Set<string>();
  return splitQuery(queryOf(url)).filter(({ text, lower }) => {
    if (isOwsParameter(lower) || isDeclaration(text, lower) || seen.has(lower)) return false;
    seen.add(lower);
    return true;
  });
}

/** In CSW it declares prefixes (07-006r1, 10.8.4.4); elsewhere it is a vendor parameter. */
function isDeclaration(text: string, lower: string): boolean {
  return lower === 'namespace' && decodedValue(text).toLowerCase().startsWith('xmlns(');
}

/** `…/wms&` is a common typo of `…/wms?`. */
export function withoutAmpersand(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '&') end--;
  return path.slice(0, end);
}

export function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** The query as written, without `?` and fragment; '' if there is none. */
export function queryOf(url: string): string {
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const start = url.indexOf('?');
  return start < 0 || start > end ? '' : url.slice(start + 1, end);
}

/**
 * Splits at `&` and drops the empty pieces of `?&`, `&&` and `??`. A second `?` and a literal `&amp;` are read as `&` if a
 * known parameter follows.
 */
export function splitQuery(query: string): readonly QueryPart[] {
  const parts: QueryPart[] = [];
  if (query === '') return parts;
  for (const piece of query.split('&')) {
    let start = 0;
    for (let mark = piece.indexOf('?'); mark >= 0; mark = piece.indexOf('?', mark + 1)) {
      if (!startsParameter(piece, mark + 1)) continue;
      addPart(parts, piece.slice(start, mark));
      start = mark + 1;
    }
    addPart(parts, piece.slice(start));
  }
  return parts;
}

/** Whether a separate parameter (or nothing) follows a second `?`, rather than a part of a vendor's value. */
function startsParameter(piece: string, at: number): boolean {
  return at === piece.length || piece[at] === '?' || isOwsParameter(nameOf(piece.slice(at, at + longestName)));
}

function addPart(parts: QueryPart[], piece: string): void {
  const text = piece.startsWith('amp;') ? piece.slice(4) : piece;
  if (text !== '' && text !== '=') parts.push({ text, lower: nameOf(text) });
}

function nameOf(text: string): string {
  const equals = text.indexOf('=');
  return decodeLoosely(equals < 0 ? text : text.slice(0, equals)).toLowerCase();
}

function readValue(parts: readonly QueryPart[], lower: string): string | null {
  const part = parts.find((candidate) => candidate.lower === lower);
  if (part === undefined) return null;
  const value = decodedValue(part.text).trim();
  return value === '' ? null : value;
}

/** The decoded value of a `name=value` text; '' if there is none. */
export function decodedValue(text: string): string {
  const equals = text.indexOf('=');
  return equals < 0 ? '' : decodeLoosely(text.slice(equals + 1));
}

/** Percent-decoding that keeps invalid escapes; `+` is a space, as in forms. */
function decodeLoosely(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  return percentDecoded(text.replaceAll('+', ' '));
}
