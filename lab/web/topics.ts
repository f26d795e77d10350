// What the simulated web is about: sixteen topics and the pages that are about their own site.

export interface Topic {
  readonly name: string;
  /** Share of hosts. */
  readonly share: number;
  /** Relative probability that a host of this topic runs a map server. Chosen. */
  readonly servers: number;
  /** Topics it links to more than to others. */
  readonly related: readonly string[];
  /** English words; the first are the most frequent. */
  readonly words: string;
  /** The same for other languages, as far as commonly known in this field; otherwise synthetic words. */
  readonly german?: string;
  readonly french?: string;
  readonly spanish?: string;
}

export const topics: readonly Topic[] = [
  {
    name: 'geodata',
    share: 0.04,
    servers: 10,
    related: ['environment', 'water', 'land', 'government', 'university', 'software'],
    words:
      'map maps gis data geodata spatial layer layers wms service geoportal server download viewer geospatial wfs metadata ogc catalog coordinates projection raster vector dataset topographic imagery orthophoto cadastre inspire basemap shapefile geoserver arcgis mapserver tiles geometry cartography geographic features extent atlas survey boundaries elevation parcels addresses openlayers leaflet',
    german:
      'karte karten geodaten geoportal dienst dienste wms layer ebene ebenen download metadaten vermessung kataster luftbild geobasisdaten wfs darstellung koordinaten liegenschaften topographie raster gelände viewer flurstück grenzen landkarte kartendienst',
    french:
      'carte cartes données géoportail service services wms couche couches télécharger métadonnées cadastre orthophoto géographique géomatique sig serveur cartographie raster vecteur limites parcelles projection visualiseur wfs flux',
    spanish:
      'mapa mapas datos geoportal servicio servicios wms capa capas descarga metadatos catastro ortofoto geográfico sig servidor cartografía ráster vector límites parcelas proyección visor wfs ide',
  },
  {
    name: 'environment',
    share: 0.04,
    servers: 4,
    related: ['geodata', 'water', 'land', 'government'],
    words:
      'environment climate species habitat pollution emissions biodiversity protected areas monitoring conservation air quality ecosystem waste noise nature soil energy sustainability carbon indicators assessment warming reserve wildlife birds plants invasive',
    german:
      'umwelt klima arten lebensraum luft lärm naturschutz schutzgebiet boden abfall emissionen biodiversität messung',
    french: 'environnement climat espèces habitat pollution air bruit nature protection sol déchets émissions',
    spanish: 'ambiente clima especies hábitat contaminación aire ruido naturaleza protección suelo residuos emisiones',
  },
  {
    name: 'water',
    share: 0.03,
    servers: 4,
    related: ['geodata', 'environment', 'land', 'university'],
    words:
      'water river ocean sea lake flood groundwater discharge gauge catchment basin coast tide bathymetry salinity temperature buoy marine hydrology reservoir waves currents drought wetland precipitation stations forecast aquifer',
    german: 'wasser fluss see hochwasser pegel grundwasser küste einzugsgebiet meer hydrologie gewässer',
    french: 'eau rivière mer crue nappe bassin côte marée hydrologie océan débit',
    spanish: 'agua río mar inundación acuífero cuenca costa marea hidrología océano caudal',
  },
  {
    name: 'land',
    share: 0.03,
    servers: 3,
    related: ['geodata', 'environment', 'water', 'government'],
    words:
      'land forest cover agriculture crop farm soil vegetation cropland grassland harvest planning zoning woodland pasture irrigation timber orchard vineyard yield pests fields farmers rural livestock',
    german: 'wald landwirtschaft boden nutzung flächen ernte acker grünland forst bebauungsplan raumplanung',
    french: 'forêt agriculture sol occupation culture prairie vigne urbanisme terres récolte',
    spanish: 'bosque agricultura suelo cultivo pasto viñedo tierras cosecha ordenación rural',
  },
  {
    name: 'government',
    share: 0.1,
    servers: 2.5,
    related: ['law', 'geodata', 'environment', 'health'],
    words:
      'council public city services permit citizens department municipal budget tax election minister policy regulation county office application form residents meeting commission administration mayor district agency',
  },
  {
    name: 'university',
    share: 0.12,
    servers: 1.5,
    related: ['software', 'health', 'environment', 'geodata'],
    words:
      'research course students professor faculty lecture university institute project publications thesis seminar laboratory science department graduate exam conference papers scholarship semester teaching campus degree',
  },
  {
    name: 'software',
    share: 0.08,
    servers: 0.5,
    related: ['university', 'geodata'],
    words:
      'software release version install source code library api documentation bug server issue download license plugin module configuration package tutorial framework database script repository developers patch',
  },
  {
    name: 'news',
    share: 0.1,
    servers: 0.05,
    related: ['government', 'sports', 'finance'],
    words:
      'news report today article police story editor local breaking interview reader headline weather press opinion week video crime accident readers journalist coverage',
  },
  {
    name: 'health',
    share: 0.07,
    servers: 0.2,
    related: ['university', 'government', 'cooking'],
    words:
      'health patients treatment hospital disease clinical doctor symptoms therapy medicine care nurse diagnosis drug vaccine surgery infection clinic cancer heart mental trial',
  },
  {
    name: 'sports',
    share: 0.07,
    servers: 0.05,
    related: ['news', 'travel'],
    words:
      'team season match players league coach goal club stadium championship score win tournament training race fans referee cup defense record olympic',
  },
  {
    name: 'travel',
    share: 0.07,
    servers: 0.4,
    related: ['cooking', 'sports', 'shopping'],
    words:
      'hotel travel tour beach trip guide island booking flight museum holiday trail map visit tickets hiking guests rooms city sightseeing route camping',
  },
  {
    name: 'shopping',
    share: 0.07,
    servers: 0.05,
    related: ['cooking', 'music', 'travel'],
    words:
      'price shop cart order shipping product sale delivery customer discount brand size color review payment gift store warranty offer stock return',
  },
  {
    name: 'music',
    share: 0.06,
    servers: 0.05,
    related: ['shopping', 'news'],
    words:
      'music album band song concert guitar festival singer lyrics piano orchestra record tour dance jazz studio vocals drums label opera tickets',
  },
  {
    name: 'law',
    share: 0.05,
    servers: 0.1,
    related: ['government', 'finance'],
    words:
      'law court case judge legal attorney contract statute act section article appeal rights plaintiff liability clause lawyer decision defendant trial',
  },
  {
    name: 'finance',
    share: 0.05,
    servers: 0.1,
    related: ['law', 'news'],
    words:
      'bank market investment fund credit stock rate insurance loan interest capital tax shares account risk portfolio bonds trading mortgage currency',
  },
  {
    name: 'cooking',
    share: 0.06,
    servers: 0.02,
    related: ['shopping', 'travel', 'health'],
    words:
      'recipe cook sugar butter oven minutes sauce salt cheese chicken bake flour garlic dish onion dinner wine fresh bowl cream dessert',
  },
];

/** The class of pages that are about their own site, after the topics. */
export const siteTopic = topics.length;

export const siteWords =
  'home contact about site page index news welcome search help links staff imprint login archive sitemap information members privacy terms feedback events jobs team history press partners faq gallery';

export const geodataTopic = topics.findIndex(({ name }) => name === 'geodata');

/** Words written next to the URL of a service. */
export const serviceWords =
  'wms service getcapabilities wfs map layer capabilities xml endpoint url web rest server ogc data csw wmts feature link arcgis api open geojson kml';

/** Names of classes by number, for manifests and tables. */
export function topicName(topic: number): string {
  return topics[topic]?.name ?? 'site';
}
