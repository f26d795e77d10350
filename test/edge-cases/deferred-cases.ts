// Edge cases deferred to a later issue: the entire case, or the named part of it.

export interface DeferredCase {
  readonly number: number;
  /** Null: the entire case has no test here. */
  readonly part: string | null;
  /** C: catalogs and scripts. E: topics. F: search and identity. G: web app. H: monitoring. */
  readonly issue: 'C' | 'E' | 'F' | 'G' | 'H';
  readonly why: string;
}

/** In the order of the cases. */
export const deferredCases: readonly DeferredCase[] = [
  {
    number: 12,
    part: 'both schemes kept as two URLs of the resource',
    issue: 'F',
    why: 'aliases of one resource are identity; here the better scheme is kept',
  },
  {
    number: 13,
    part: null,
    issue: 'G',
    why: 'only a request with an Origin shows it, some servers reject those, and only web clients need to know',
  },
  {
    number: 15,
    part: 'credentials sent to a host',
    issue: 'G',
    why: 'users store them per host; a crawl sends none',
  },
  {
    number: 26,
    part: 'layers of several endpoints of one server merged into one dataset',
    issue: 'F',
    why: 'identity of datasets across endpoints',
  },
  {
    number: 36,
    part: 'capabilities layer by layer if the complete document is unavailable',
    issue: 'H',
    why: 'checks request layers one by one; here the received part is kept',
  },
  {
    number: 52,
    part: 'unlisted layers recorded',
    issue: 'H',
    why: 'only a GetMap proves that they work',
  },
  {
    number: 54,
    part: 'reporting to the publisher that numbers changed their meaning',
    issue: 'H',
    why: 'checks compare versions; the record changes here already',
  },
  {
    number: 67,
    part: 'one record with the same identifier in several catalogs',
    issue: 'F',
    why: 'identity decides which records are the same',
  },
  {
    number: 70,
    part: 'checks of services that only serve tiles',
    issue: 'H',
    why: 'a check knows the description, not what the service rejects',
  },
  {
    number: 72,
    part: 'falling back from offset to ids, statistics and quadtree',
    issue: 'C',
    why: 'only downloading features needs it; Geotrawl requests one',
  },
  {
    number: 74,
    part: 'items that lead to dead services, items whose identifiers change',
    issue: 'H',
    why: 'revisits distinguish dead services from outages',
  },
  { number: 93, part: null, issue: 'F', why: 'identity decides which datasets are the same' },
  {
    number: 94,
    part: 'ranking and statistics that one host cannot flood',
    issue: 'F',
    why: 'results are ranked there',
  },
  { number: 98, part: null, issue: 'F', why: 'identity joins a catalog and the services beside it' },
  { number: 100, part: 'showing titles and links in a browser', issue: 'G', why: 'the web app shows them' },
  { number: 101, part: 'opt-out and deletion on request', issue: 'G', why: 'publishers request it in the web app' },
];
