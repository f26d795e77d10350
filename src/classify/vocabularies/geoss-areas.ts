// The nine societal benefit areas of GEOSS (10-year plan of 2005).
import type { VocabularyEntry } from './vocabulary-entry.ts';

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
