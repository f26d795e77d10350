// The controlled vocabularies of INSPIRE, ISO 19115 and GEOSS: code, our English label, and the concept that names it in other languages.

export interface VocabularyEntry {
  /** As the standard writes it. */
  readonly code: string;
  /** In English, in our words. */
  readonly label: string;
  /** Id of the concept whose terms name it in the other languages. */
  readonly concept: string;
}

/** The 34 themes of INSPIRE (Directive 2007/2/EC, annexes I to III); http://inspire.ec.europa.eu/theme/{code}. */
export const inspireThemes: readonly VocabularyEntry[] = [
  { code: 'ad', label: 'addresses', concept: 'address' },
  { code: 'au', label: 'administrative units', concept: 'administrative-unit' },
  { code: 'rs', label: 'coordinate reference systems', concept: 'geodetic-point' },
  { code: 'gg', label: 'geographical grid systems', concept: 'grid' },
  { code: 'cp', label: 'cadastral parcels', concept: 'cadastral-parcel' },
  { code: 'gn', label: 'geographical names', concept: 'geographical-name' },
  { code: 'hy', label: 'hydrography', concept: 'inland-water' },
  { code: 'ps', label: 'protected sites', concept: 'protected-area' },
  { code: 'tn', label: 'transport networks', concept: 'transport-network' },
  { code: 'el', label: 'elevation', concept: 'elevation' },
  { code: 'ge', label: 'geology', concept: 'geology' },
  { code: 'lc', label: 'land cover', concept: 'land-cover' },
  { code: 'oi', label: 'orthoimagery', concept: 'orthophoto' },
  { code: 'af', label: 'agricultural and aquaculture facilities', concept: 'agriculture' },
  { code: 'am', label: 'area management and restriction zones', concept: 'area-management' },
  { code: 'ac', label: 'atmospheric conditions', concept: 'climate' },
  { code: 'br', label: 'bio-geographical regions', concept: 'biogeographic-region' },
  { code: 'bu', label: 'buildings', concept: 'building' },
  { code: 'er', label: 'energy resources', concept: 'energy' },
  { code: 'ef', label: 'environmental monitoring facilities', concept: 'monitoring-station' },
  { code: 'hb', label: 'habitats and biotopes', concept: 'habitat' },
  { code: 'hh', label: 'human health and safety', concept: 'health' },
  { code: 'lu', label: 'land use', concept: 'land-use' },
  { code: 'mr', label: 'mineral resources', concept: 'mineral-resource' },
  { code: 'nz', label: 'natural risk zones', concept: 'natural-hazard' },
  { code: 'of', label: 'oceanographic features', concept: 'sea-temperature' },
  { code: 'pd', label: 'population distribution and demography', concept: 'population' },
  { code: 'pf', label: 'production and industrial facilities', concept: 'industry' },
  { code: 'sr', label: 'sea regions', concept: 'sea' },
  { code: 'so', label: 'soil', concept: 'soil' },
  { code: 'sd', label: 'species distribution', concept: 'species' },
  { code: 'su', label: 'statistical units', concept: 'statistical-unit' },
  { code: 'us', label: 'utility and governmental services', concept: 'utility-network' },
  { code: 'mf', label: 'meteorological features', concept: 'weather' },
];

/** The topic categories of ISO 19115-1:2014, B.3.30. */
export const topicCategories: readonly VocabularyEntry[] = [
  { code: 'farming', label: 'farming', concept: 'agriculture' },
  { code: 'biota', label: 'plants and animals', concept: 'species' },
  { code: 'boundaries', label: 'boundaries', concept: 'administrative-unit' },
  { code: 'climatologyMeteorologyAtmosphere', label: 'weather, climate and atmosphere', concept: 'weather' },
  { code: 'economy', label: 'economy', concept: 'economy' },
  { code: 'elevation', label: 'elevation', concept: 'elevation' },
  { code: 'environment', label: 'environment', concept: 'environment' },
  { code: 'geoscientificInformation', label: 'geology, soils and geophysics', concept: 'geology' },
  { code: 'health', label: 'health', concept: 'health' },
  { code: 'imageryBaseMapsEarthCover', label: 'imagery, base maps and land cover', concept: 'base-map' },
  { code: 'intelligenceMilitary', label: 'defense', concept: 'military' },
  { code: 'inlandWaters', label: 'inland waters', concept: 'inland-water' },
  { code: 'location', label: 'places and positions', concept: 'address' },
  { code: 'oceans', label: 'seas and coasts', concept: 'sea' },
  { code: 'planningCadastre', label: 'planning and cadastre', concept: 'cadastral-parcel' },
  { code: 'society', label: 'society and culture', concept: 'population' },
  { code: 'structure', label: 'buildings and structures', concept: 'building' },
  { code: 'transportation', label: 'transport', concept: 'transport-network' },
  { code: 'utilitiesCommunication', label: 'utilities and communication', concept: 'utility-network' },
  { code: 'extraTerrestrial', label: 'other planets and moons', concept: 'planet' },
  { code: 'disaster', label: 'disasters', concept: 'natural-hazard' },
];

/** The nine societal benefit areas of GEOSS (10-year plan of 2005). */
export const geossAreas: readonly VocabularyEntry[] = [
  { code: 'disasters', label: 'disasters', concept: 'natural-hazard' },
  { code: 'health', label: 'health', concept: 'health' },
  { code: 'energy', label: 'energy', concept: 'energy' },
  { code: 'climate', label: 'climate', concept: 'climate' },
  { code: 'water', label: 'water', concept: 'inland-water' },
  { code: 'weather', label: 'weather', concept: 'weather' },
  { code: 'ecosystems', label: 'ecosystems', concept: 'ecosystem' },
  { code: 'agriculture', label: 'agriculture', concept: 'agriculture' },
  { code: 'biodiversity', label: 'biodiversity', concept: 'biodiversity' },
];
