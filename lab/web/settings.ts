// The parameters of a simulated web, with their values and sources.

export interface WebSettings {
  readonly seed: number;
  /** Total addresses: pages, traps, dead links and services. The actual number differs by a few. */
  readonly documents: number;
  /** Months since the start of the web: links rot, services come and go. */
  readonly month: number;
  /** Another set of synthetic words, so that nothing learned from it applies to webs of dialect 0, the usual one. */
  readonly dialect?: number;
}

export const standardWeb: WebSettings = { seed: 1, documents: 40_000, month: 0 };

/**
 * The shape, frozen on the day the table of `lab/README.md` was made: "measured" values were fitted to the corpus by
 * `npm run lab:calibrate`, "published" ones come from a paper, "chosen" ones have no data and are the same for every ordering.
 */
export const shape = {
  /** Host sizes: log-normal, in pages. Measured (WebKB, pages by host) in spread; the median is chosen. */
  hostMedian: 12,
  hostSpread: 1.35,
  /** Maximum share of one host. Chosen. */
  hostCap: 0.03,
  /** Home pages that need no links to them: the seeds of crawls. Chosen. */
  roots: 10,

  /** Pages that are about the site rather than a topic. Measured: class "other" of WebKB, 32 %. */
  sitePages: 0.32,
  /** Of the others, pages about their host's topic. Measured: how well a page's class predicts its links' classes. */
  hostTopic: 0.55,
  /** Links to other hosts that stay in the community, and that go to a related one. Measured together with `hostTopic`. */
  community: 0.35,
  relatedCommunity: 0.2,

  /** Link occurrences by page. Published: 79 % of the links lead to what is known already [GEOWEB]. Spread measured. */
  linkMedian: 2.6,
  linkSpread: 0.98,
  /** Links that stay on the host. Measured: 60 %. */
  ownHost: 0.53,

  /** Services by address. Chosen: 1 %, the discovery rate of [POLARHUB] at depth 2. */
  services: 0.01,
  /** Services by server. Published: 6–8 [ATF]. */
  servicesMedian: 5.5,
  servicesSpread: 0.7,
  /** Servers with their own host name. Measured: 61 % of service hosts have a telling name. */
  machine: 0.5,
  /** Servers whose services are all on one page. Chosen. */
  oneList: 0.6,
  /** Servers that only a page of another host lists. Chosen. */
  foreignList: 0.15,
  /** Listing pages that are about geodata; the others are about whatever they were. Chosen. */
  listIsGeodata: 0.8,
  /** Pages about geodata that also link to some service anywhere. Chosen. */
  citesService: 0.08,

  /** Hosts with an endless calendar, and how many addresses of it exist. Chosen. */
  trap: 0.02,
  trapMedian: 60,
  /** Links that lead nowhere. Chosen. */
  dead: 0.06,
  /** Hosts whose pages are made by a query. Chosen above the 5 % measured among URLs that people cite. */
  dynamicHost: 0.15,

  /** Words by page, log-normal. Measured: median 190, 90 % below 665. */
  textMedian: 190,
  textSpread: 0.98,
  /** Share of topic words on a page: the maximum, and how often it is nearly reached. Measured. */
  textTopic: 0.32,
  textClarity: 1.6,
  /** Titles, anchors, windows and URLs that state the page's topic. Measured. */
  titleTopic: 0.72,
  anchorTopic: 0.95,
  anchorEmpty: 0.05,
  anchorGeneric: 0.015,
  windowTopic: 0.17,
  addressTopic: 0.62,
  /** Pages about geodata whose address has a term of services. Measured. */
  decoyAddress: 0.2,

  /** Milliseconds to the first byte, by host. Chosen. */
  latencyMedianMs: 180,
  latencySpread: 0.9,
  /** Hosts with intermittent failures, and their failure rate. Chosen. */
  shaky: 0.08,
  shakyFailure: 0.15,

  /** Of services at any moment: died within six months, and came within six months. Published: 168 and 228 of 1,126 [ATF]. */
  deathsBySixMonths: 168 / 1126,
  birthsBySixMonths: 228 / 1126,
  /** Deaths that take the whole server. Chosen. */
  serverDeaths: 0.5,
  /** Pages that die by month. Chosen. */
  pageDeathsByMonth: 0.01,
} as const;
