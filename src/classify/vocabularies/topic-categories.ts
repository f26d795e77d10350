// The topic categories of ISO 19115-1:2014, B.3.30: code, our English label, and the concept that names it in other languages.
import type { VocabularyEntry } from './vocabulary-entry.ts';

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
