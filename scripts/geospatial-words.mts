// Words typical of descriptions of real geospatial resources, from the corpus beside the repository.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readWebkb } from '../lab/calibration/webkb.ts';
import { makeDocument } from '../src/base/document/document.ts';
import { words } from '../src/base/text/text.ts';
import { identify } from '../src/identify/identify.ts';
import { kinds } from '../src/kinds/index.ts';
import { geospatialTopic } from '../src/rank/topic.ts';

const folder = fileURLToPath(new URL('../../shared/corpus/', import.meta.url));
/** Rarer words may be names. */
const leastDocuments = 8;
const leastPages = 60;
const leastOdds = 1.5;
const mostWords = 1200;

export function geospatialWords(): Set<string> {
  const geospatial = documentCounts(resourceTexts());
  const other = documentCounts(otherTexts());
  const odds = (word: string): number =>
    Math.log(
      geospatial.counts.get(word)! / geospatial.documents / (((other.counts.get(word) ?? 0) + 1) / other.documents),
    );
  const distinctive = [...geospatial.counts]
    .filter(([word, count]) => count >= leastDocuments && word.length > 2 && odds(word) >= leastOdds)
    .sort(([, one], [, another]) => another - one)
    .slice(0, mostWords);
  return new Set([...words(geospatialTopic), ...distinctive.map(([word]) => word)]);
}

/** Words of pages on other topics, for the other subjects of sites with resources. */
export function commonWords(): string[] {
  const { counts } = documentCounts(otherTexts());
  return [...counts].filter(([word, count]) => count >= leastPages && word.length > 2).map(([word]) => word);
}

function* resourceTexts(): Generator<string> {
  for (const line of readFileSync(`${folder}documents/expected.jsonl`, 'utf8').trim().split('\n')) {
    const { file } = JSON.parse(line) as { file: string };
    const url = `http://corpus.example/${encodeURI(file)}`;
    const document = makeDocument({ url, bytes: readFileSync(`${folder}documents/${file}`) });
    for (const { description } of identify(document, kinds)) {
      const layers = description.layers.slice(0, 20).map(({ title }) => title);
      yield [description.title, description.abstract, ...description.keywords, ...layers].join(' ');
    }
  }
}

function* otherTexts(): Generator<string> {
  for (const { html } of readWebkb()?.pages ?? [])
    yield new TextDecoder('latin1').decode(html).replace(/<[^>]*>/g, ' ');
  for (const line of readFileSync(`${folder}api-descriptions/train.csv`, 'utf8').split('\n')) yield line;
}

function documentCounts(texts: Iterable<string>): { counts: Map<string, number>; documents: number } {
  const counts = new Map<string, number>();
  let documents = 0;
  for (const text of texts) {
    documents++;
    for (const word of new Set(words(text.slice(0, 4000)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, documents };
}
