// The elements of the datasets that a difference is about.
import type { Difference } from './compare.ts';
import { childText, type DocumentFacts, type FactElement, textIn } from './document-facts.ts';

interface DatasetNames {
  readonly elements: readonly string[];
  readonly names: readonly string[];
}

const records = ['Record', 'SummaryRecord', 'BriefRecord', 'MD_Metadata', 'MI_Metadata', 'entry', 'DIF', 'metadata'];

/** The element of a dataset in documents of each label, and that of its name. */
const datasets: Readonly<Record<string, DatasetNames>> = {
  wms: { elements: ['Layer'], names: ['Name'] },
  wfs: { elements: ['FeatureType'], names: ['Name'] },
  wmts: { elements: ['Layer'], names: ['Identifier'] },
  wcs: { elements: ['CoverageSummary', 'CoverageOfferingBrief'], names: ['CoverageId', 'Identifier', 'name'] },
  wps: { elements: ['Process', 'ProcessSummary'], names: ['Identifier'] },
  sos: { elements: ['ObservationOffering'], names: ['identifier', 'name'] },
  'csw-records': { elements: records, names: ['identifier', 'fileIdentifier', 'metadataIdentifier', 'id'] },
  iso19139: { elements: ['MD_Metadata', 'MI_Metadata'], names: ['fileIdentifier', 'metadataIdentifier'] },
};

/** Datasets of a document by name; '' for those without one. */
type Index = ReadonlyMap<string, readonly FactElement[]>;

const indexes = new WeakMap<DocumentFacts, Index>();

/** Elements with the name the difference is about; for one without a name, those with its title and no name. */
export function datasetElements({ row, facts, ours, theirs }: Difference): readonly FactElement[] {
  const { elements, names } = datasets[row.kind] ?? { elements: [], names: [] };
  const all = elements.flatMap((name) => facts.all(name));
  if (all.length <= 1 || row.kind === 'iso19139') return all;
  const index = indexes.get(facts) ?? makeIndex(all, names);
  indexes.set(facts, index);
  const expected = ours?.name || theirs?.name || '';
  const found = index.get(expected) ?? [];
  if (expected !== '') return found;
  const title = ours?.title ?? theirs?.title ?? '';
  return found.filter((element) => childText(element, 'Title') === title);
}

function makeIndex(all: readonly FactElement[], names: readonly string[]): Index {
  const index = new Map<string, FactElement[]>();
  for (const element of all) {
    for (const name of namesOf(element, names)) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [element]);
      else known.push(element);
    }
  }
  return index;
}

/** The name as text, as the text of what is inside (`gco:CharacterString`), or as the `gml:id`; [''] for none. */
function namesOf(element: FactElement, names: readonly string[]): ReadonlySet<string> {
  const holders = element.children.filter(({ name }) => names.includes(name));
  const texts = holders.flatMap((holder) => [textIn(holder), ...holder.children.map(textIn)]);
  const found = [...texts, element.attributes['gml:id'] ?? ''].filter((name) => name !== '');
  return new Set(found.length === 0 ? [''] : found);
}
