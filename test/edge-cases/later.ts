// What of the edge cases waits for a later issue: the whole case, or the part of it that is named.

export interface LaterPart {
  readonly number: number;
  /** Null: the case as a whole has no test here. */
  readonly part: string | null;
  /** C: catalogs and scripts. E: topics. F: search and identity. G: web app. H: monitoring. */
  readonly issue: 'C' | 'E' | 'F' | 'G' | 'H';
  readonly why: string;
}

/** In the order of the cases. */
export const laterParts: readonly LaterPart[] = [
  {
    number: 12,
    part: 'both schemes kept as two ways to the resource',
    issue: 'F',
    why: 'aliases of one resource are identity; here the better scheme is kept',
  },
  {
    number: 13,
    part: null,
    issue: 'G',
    why: 'only a request with an Origin tells, some servers refuse those, and only a web client needs to know',
  },
  {
    number: 15,
    part: 'credentials sent to a host',
    issue: 'G',
    why: 'they are kept per host by the people who own them; a crawl goes away',
  },
  {
    number: 26,
    part: 'layers behind several endpoints of one server folded into one dataset',
    issue: 'F',
    why: 'identity of datasets across endpoints',
  },
  {
    number: 36,
    part: 'capabilities layer by layer where the whole cannot be had',
    issue: 'H',
    why: 'layers are asked about one by one in checks; here the part that came is kept',
  },
  {
    number: 52,
    part: 'the layer that is not listed recorded',
    issue: 'H',
    why: 'only a GetMap tells that it works',
  },
  {
    number: 54,
    part: 'telling the publisher that numbers changed their meaning',
    issue: 'H',
    why: 'versions are compared by checks; the record changes here already',
  },
  {
    number: 67,
    part: 'one record under the same identifier in several catalogs',
    issue: 'F',
    why: 'which records are one is decided by identity',
  },
  {
    number: 70,
    part: 'checks of services that give tiles only',
    issue: 'H',
    why: 'a check knows the description, not what the service refuses',
  },
  {
    number: 72,
    part: 'falling back from offset to ids, statistics and quadtree',
    issue: 'C',
    why: 'only who downloads features needs it; Geotrawl asks for one',
  },
  {
    number: 74,
    part: 'items that lead to dead services, items whose identifiers change',
    issue: 'H',
    why: 'revisits tell a dead service from one that is away',
  },
  { number: 93, part: null, issue: 'F', why: 'which datasets are one is decided by identity' },
  {
    number: 94,
    part: 'ranking and statistics that one host cannot flood',
    issue: 'F',
    why: 'results are ranked there',
  },
  { number: 98, part: null, issue: 'F', why: 'a catalog and the services beside it are joined by identity' },
  { number: 100, part: 'showing titles and links in a browser', issue: 'G', why: 'the web app shows them' },
  { number: 101, part: 'opt-out and deletion on request', issue: 'G', why: 'a publisher asks for it in the web app' },
];
