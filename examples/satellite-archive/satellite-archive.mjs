// Scenes of a satellite archive, queried by acquisition date: one connector for its STAC API, one for OpenSearch-EO.
// Cursors are windows of dates: { from, to, now } in milliseconds, `days` long, and `page` within the window.
const archive = process.env.SATELLITE_ARCHIVE ?? 'https://scenes.example';
const firstDay = Date.parse(process.env.SATELLITE_ARCHIVE_START ?? '2015-01-01');

const dayMs = 86_400_000;
const usualDays = 10;
/** Years without a scene cost a few requests only. */
const longestDays = 320;
const shortestDays = 1 / 24;
/** Scenes are published up to this long after they were taken. */
const lateDays = 14;

const iso = (ms) => new Date(ms).toISOString();
const windowFrom = (from, now, days) => ({ from, to: Math.min(from + days * dayMs, now), now, days, page: null });

/** What both have in common; `urlOf` and `readScenes` are what the two standards differ in. */
function scenesByDate({ id, title, endpoint, urlOf, readScenes }) {
  const after = ({ to, now, days }) => (to >= now ? null : windowFrom(to, now, days));
  return {
    id,
    title,
    endpoint,
    everyHours: 24,
    begin({ since, now }) {
      const from = since === null ? firstDay : Math.max(firstDay, Date.parse(since) - lateDays * dayMs);
      return windowFrom(from, Date.parse(now), usualDays);
    },
    request: (cursor) => ({
      url: cursor.page ?? urlOf(iso(cursor.from), iso(cursor.to)),
      accept: 'application/geo+json',
    }),
    read(document, cursor) {
      const { type, features, ...rest } = JSON.parse(document.text());
      if (type !== 'FeatureCollection' || !Array.isArray(features)) return null;
      const { records, page } = readScenes(features, rest);
      if (page !== null) return { records, next: { ...cursor, page: new URL(page, document.finalUrl).href } };
      const most = records.length > 0 || cursor.page !== null ? usualDays : longestDays;
      const days = Math.min(cursor.days * 2, most);
      return { records, next: after({ ...cursor, days }) };
    },
    // Archives refuse windows with too many scenes in them.
    smaller({ from, to, now }) {
      const days = (to - from) / dayMs / 2;
      return days < shortestDays ? null : windowFrom(from, now, days);
    },
    after,
  };
}

const texts = (...values) => values.flat().filter((value) => typeof value === 'string' && value !== '');
/** A box may have heights: west, south, lowest, east, north, highest. */
const flat = (box) => (box?.length === 6 ? [box[0], box[1], box[3], box[4]] : box);

export const stacScenes = scenesByDate({
  id: 'satellite-stac',
  title: 'Satellite archive by STAC',
  endpoint: `${archive}/stac`,
  urlOf: (from, to) => `${archive}/stac/search?limit=200&datetime=${encodeURIComponent(`${from}/${to}`)}`,
  readScenes: (features, { links = [] }) => ({
    page: links.find(({ rel }) => rel === 'next')?.href ?? null,
    records: features.map(({ id, bbox, properties: facts, assets = {} }) => ({
      id,
      title: facts.title ?? `${facts.platform} ${id}`,
      abstract: facts['eo:cloud_cover'] === undefined ? '' : `Cloud cover ${facts['eo:cloud_cover']} %`,
      extent: flat(bbox),
      time: facts.datetime ?? `${facts.start_datetime}/${facts.end_datetime}`,
      modified: facts.updated ?? facts.created ?? facts.datetime,
      keywords: texts(facts.platform, facts.constellation, facts.instruments ?? []),
      provider: { organization: facts.providers?.[0]?.name ?? null },
      terms: facts.license,
      links: Object.values(assets).map(({ href, title = '', type = '' }) => ({ url: href, label: `${title} ${type}` })),
    })),
  }),
});

export const openSearchScenes = scenesByDate({
  id: 'satellite-opensearch',
  title: 'Satellite archive by OpenSearch-EO',
  endpoint: `${archive}/opensearch`,
  urlOf: (from, to) => `${archive}/opensearch/search?maximumRecords=200&startDate=${from}&endDate=${to}`,
  readScenes: (features, { properties = {} }) => ({
    page: properties.links?.next?.[0]?.href ?? null,
    records: features.map(({ id, bbox, properties: facts }) => ({
      id: facts.identifier ?? id,
      title: facts.title,
      extent: flat(bbox),
      time: facts.date,
      modified: facts.updated,
      keywords: (facts.acquisitionInformation ?? []).flatMap(({ platform, instrument }) =>
        texts(platform?.platformShortName, instrument?.instrumentShortName),
      ),
      links: (facts.links?.data ?? []).map(({ href, title = '' }) => ({ url: href, label: title })),
    })),
  }),
});
