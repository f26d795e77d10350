// Keyword matching as [JSWMS] publishes it against our topics, on capabilities documents of the corpus with our judgements.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { landCoverClasses } from '../../src/classify/vocabularies/land-cover-classes.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { corpusDocument, corpusTable } from '../../test/corpus/corpus-files.ts';
import { type Comparison, compare, type JudgedDocument } from './measure.ts';
import { byKeywords, byTopics } from './systems.ts';

const serviceKinds = new Set(['wms', 'wfs', 'wcs', 'wmts', 'csw', 'sos', 'wps']);

type Judgements = ReadonlyMap<string, ReadonlyMap<string, 'yes' | 'no' | 'sample'>>;

function readJudgements(): Judgements {
  const lines = readFileSync(new URL('judgements.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const byFile = new Map<string, Map<string, 'yes' | 'no' | 'sample'>>();
  for (const line of lines) {
    const [file = '', code = '', shown = ''] = line.split('\t');
    byFile.set(file, (byFile.get(file) ?? new Map()).set(code, shown as 'yes'));
  }
  return byFile;
}

/** Documents with the same texts are one. */
function* documents(judgements: Judgements): Generator<JudgedDocument> {
  const seen = new Set<string>();
  for (const row of corpusTable()) {
    const finding = serviceKinds.has(row.kind) ? identify(corpusDocument(row), kinds)[0] : undefined;
    if (finding === undefined) continue;
    const { title, abstract, keywords, layers } = finding.description;
    const texts = layers.flatMap((layer) => [layer.name ?? '', layer.title, layer.abstract, ...layer.keywords]);
    const text = [title, abstract, ...keywords, ...texts].join('\n').toLowerCase();
    const key = createHash('sha1').update(text).digest('hex');
    if (text.trim() === '' || seen.has(key)) continue;
    seen.add(key);
    const { description } = finding;
    const systems = { keywords: byKeywords(description), topics: byTopics(description) };
    yield { file: row.file, shown: judgements.get(row.file) ?? new Map(), ...systems };
  }
}

export interface LandCoverResult {
  readonly documents: number;
  readonly all: Comparison;
  readonly byClass: Readonly<Record<string, Comparison>>;
  /** Pairs of document and class that one of both names and nobody has judged. */
  readonly unjudged: readonly string[];
}

export function runLandCover(): LandCoverResult {
  const all = [...documents(readJudgements())];
  const unjudged = all.flatMap(({ file, shown, keywords, topics }) =>
    [...keywords.keys(), ...topics.keys()].filter((code) => !shown.has(code)).map((code) => `${file} ${code}`),
  );
  const codes = landCoverClasses.map(({ code }) => code);
  const byClass = Object.fromEntries(codes.map((code) => [code, compare(all, [code])]));
  return { documents: all.length, all: compare(all, codes), byClass, unjudged: [...new Set(unjudged)] };
}
