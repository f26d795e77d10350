// Placeholder texts: shipped with the software or never filled in, without information on the content (edge case 89).

import { foldedWords } from '../base/text/fold-text.ts';
import type { Provider } from '../model/resource.ts';

/** A title of these words alone is empty: "GeoServer Web Map Service", "This is an OGC compliant WFS". */
const emptyWords = new Set(
  `a an and api arcgis by capabilities catalog catalogue compliant coverage csw data default deegree demo esri example feature
  features for geo geodata geoserver geospatial gis here image implementation interface ipsum is layer layers lorem map
  mapcache mapproxy maps mapserver my name new no none null of ogc ows open our project public pycsw pygeoapi qgis root sample
  server service services sos test the this tile tiled tiles title undefined unknown unnamed untitled view viewing wcs web
  webservice wfs wms wmsserver wmts wps xxx your
  instance prototype proxy 52n 52north ckan erddap fastapi featureserv geomajas geonetwork geonode geowebcache gwc hyrax
  istsos ldproxy lizmap mapbender mapguide mapnik ncwms opendap openlayers opensource petascope pywps rasdaman sensorthings
  stac tegola thredds tilecache tileserv tileserver tilestache tinyows tipg titiler twms`.split(/\s+/),
);

/** Words that are informative alone but not in these phrases: service types, and default titles of products. */
const emptyPhrases = `processing service|sensor observation service|sensor observations service|catalogue services|
  portal to spatial data and information|geoportal server|zoo project|zoo wps|52 north|development server|stac fastapi|
  running latest github version|initial tds installation|tileserver gl|pg tileserv|pg featureserv|openapi definition|
  api documentation|landing page|tile map service|getting started`
  .split('|')
  .map((phrase) => foldedWords(phrase));

/** Whole titles in other languages. */
const emptyTitles = new Set(
  `ohne titel|unbenannt|kein titel|sans titre|sin título|senza titolo|sem título|geen titel|naamloos|namnlös|utan titel|
  uten tittel|uden titel|nimetön|bez nazwy|bez názvu|névtelen|fără titlu|без названия|без имени|χωρίς τίτλο|başlıksız|無題|无标题|
  未命名|無標題|제목 없음|to be defined|to be announced|tba|tbd|n a|dummy|foo|bar|asdf|
  organization name|your organization|place your title here|enter title here`
    .split('|')
    .map((title) => foldedWords(title)),
);

/** Longer titles are informative. */
const maxTitle = 300;

/** Words an uninformative title may start with. */
const emptyBeginnings = new Set([
  ...emptyWords,
  ...[...emptyTitles, ...emptyPhrases].map((title) => title.split(' ')[1] ?? ''),
]);

/** Also true for an empty title. */
export function isPlaceholderTitle(title: string): boolean {
  // One informative word is enough, and nearly every title starts with one: layers come by the 100,000.
  const first = /^[A-Za-z][a-z]*(?=[ ,.:;]|$)/.exec(title)?.[0];
  if (first !== undefined && !emptyBeginnings.has(first.toLowerCase())) return false;
  const words = foldedWords(title.length > maxTitle ? title.slice(0, maxTitle) : title);
  if (emptyTitles.has(words) || isTemplate(title)) return true;
  if (areEmpty(words)) return true;
  // 'WMSServer', 'TestProject'. Only words with inner capitals need this second check.
  return /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(title) && areEmpty(foldedWords(splitCamelCase(title.slice(0, maxTitle))));
}

function areEmpty(words: string): boolean {
  const rest = emptyPhrases.reduce((text, phrase) => text.replace(phrase, ' '), words);
  return rest.split(' ').every((word) => word === '' || isEmptyWord(word));
}

/** One to three digits are a layer number, 1.3.0 a version; four digits may be a year. */
function isEmptyWord(word: string): boolean {
  return emptyWords.has(word) || /^\d{1,3}$|^\d\.\d(?:\.\d)?$/.test(word);
}

/** Prefixes of the default abstracts of GeoServer, MapProxy, pycsw, deegree, pygeoapi and others. */
const abstractBeginnings = [
  'this is an ogc compliant',
  'a compliant implementation of w',
  'this is the reference implementation of w',
  'this server implements the w',
  'this is a description of your web map server',
  'this is a minimal mapproxy example',
  'this is a demo',
  'mapserver demo',
  'pycsw is an',
  'pygeoapi provides an api to geospatial data',
  'deegree wms',
  'predefined grid set',
  'lorem ipsum',
].map((beginning) => foldedWords(beginning).trimEnd());

/** False for an empty one: that is common and not worth reporting. */
export function isPlaceholderAbstract(abstract: string): boolean {
  if (abstract.trim() === '') return false;
  if (isTemplate(abstract)) return true;
  const words = foldedWords(abstract.slice(0, 200));
  const isDefault = abstractBeginnings.some((beginning) => words.startsWith(beginning));
  return isDefault || (words.length < 60 && /^ (?:abstract|description|no (?:abstract|description)) $/.test(words));
}

/** The default contact of a fresh GeoServer, MapProxy, pycsw, pygeoapi or MapServer. */
const contacts = [
  'the ancient geograph',
  'claudius ptolom',
  'your name',
  'your organi',
  'organization name',
  'lastname firstname',
  'point of contact name',
  'contact name',
  'mycontact',
  'john doe',
].map((beginning) => foldedWords(beginning).trimEnd());

/** Domains reserved for examples (RFC 2606), and default addresses of the software. */
const madeUpEmail =
  /@(?:[\w-]{1,60}\.)?(?:example|test|invalid|localhost|domain|yourdomain|server)(?:\.(?:com|org|net|edu|tld))?$|^claudius\.ptolom|^(?:you|your|email|user)@/i;

export function isPlaceholderProvider({ organization, person, email }: Provider): boolean {
  const names = [organization, person].filter((text) => text !== null).map(foldedWords);
  if (names.some((words) => contacts.some((beginning) => words.startsWith(beginning)))) return true;
  // A placeholder address beside a real name is a forgotten field, not a placeholder provider.
  return names.every((words) => words.trim() === '') && email !== null && madeUpEmail.test(email.trim());
}

/** An unfilled template variable: "{{ title }}", "${title}", "[title]". */
function isTemplate(text: string): boolean {
  return /^\s*(?:\{\{[^{}]{0,100}\}\}|\$\{[^{}]{0,100}\}|\{%[^{}]{0,200}%\}|\[(?:title|name|abstract)\]|%(?:title|name|abstract)%)/i.test(
    text,
  );
}

/** LandCover → Land Cover, WMSServer → WMS Server; a product's own spelling stays. */
function splitCamelCase(text: string): string {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return apart.replaceAll('Arc GIS', 'ArcGIS');
}
