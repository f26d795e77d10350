// Keyword matching as [JSWMS] publishes it against our topics, on capabilities documents of the corpus with our judgements.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { landCoverClasses } from '../../src/classify/vocabularies/land-cover-classes.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { corpusDocument, corpusTable } from '../../test/corpus/corpus-files.ts';
import { labelByRule } from './label-rule.ts';
import { type Comparison, compare, type JudgedDocument, type Shown } from './measure.ts';
import { byKeywords, byTopics } from './systems.ts';

const serviceKinds = new Set(['wms', 'wfs', 'wcs', 'wmts', 'csw', 'sos', 'wps']);

type Judgements = ReadonlyMap<string, ReadonlyMap<string, Shown>>;

function readJudgements(): Judgements {
  const lines = readFileSync(new URL('judgements.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const byFile = new Map<string, Map<string, Shown>>();
  for (const line of lines) {
    const [file = '', code = '', shown = ''] = line.split('\t');
    byFile.set(file, (byFile.get(file) ?? new Map()).set(code, shown as Shown));
  }
  return byFile;
}

/** With the labels of the rule; manual judgements are separate. */
interface LabeledDocument extends JudgedDocument {
  readonly byHand: ReadonlyMap<string, Shown>;
}

/** Documents with the same texts count once. */
function* documents(judgements: Judgements): Generator<LabeledDocument> {
  const seen = new Set<string>();
  for (const row of corpusTable()) {
    const discovery = serviceKinds.has(row.kind) ? identify(corpusDocument(row), kinds)[0] : undefined;
    if (discovery === undefined) continue;
    const { title, abstract, keywords, layers } = discovery.description;
    const texts = layers.flatMap((layer) => [layer.name ?? '', layer.title, layer.abstract, ...layer.keywords]);
    const text = [title, abstract, ...keywords, ...texts].join('\n').toLowerCase();
    const key = createHash('sha1').update(text).digest('hex');
    if (text.trim() === '' || seen.has(key)) continue;
    seen.add(key);
    const { description, identity } = discovery;
    const systems = { keywords: byKeywords(description), topics: byTopics(description) };
    const byHand = judgements.get(row.file) ?? new Map();
    yield { file: row.file, shown: labelByRule(identity.kind, description), byHand, ...systems };
  }
}

export interface Comparisons {
  readonly all: Comparison;
  readonly byClass: Readonly<Record<string, Comparison>>;
}

export interface LandCoverResult {
  readonly documents: number;
  /** Against the labels of the rule. */
  readonly byRule: Comparisons;
  /** Against manual judgements of pairs named by either system or the rule. */
  readonly byHand: Comparisons;
  /** How often rule and manual judgements agree on those pairs, and where they don't. */
  readonly check: { readonly pairs: number; readonly same: number; readonly other: readonly string[] };
  /** Pairs of document and class assigned by a method without a judgement. */
  readonly unjudged: readonly string[];
}

const codes = landCoverClasses.map(({ code }) => code);

export function runLandCover(): LandCoverResult {
  const labeled = [...documents(readJudgements())];
  const unjudged = labeled.flatMap(({ file, shown, byHand, keywords, topics }) =>
    [...keywords.keys(), ...topics.keys(), ...shown.keys()]
      .filter((code) => !byHand.has(code))
      .map((code) => `${file} ${code}`),
  );
  return {
    documents: labeled.length,
    byRule: compareAll(labeled),
    byHand: compareAll(labeled.map((document) => ({ ...document, shown: document.byHand }))),
    check: checkRule(labeled),
    unjudged: [...new Set(unjudged)],
  };
}

function compareAll(labeled: readonly JudgedDocument[]): Comparisons {
  const byClass = Object.fromEntries(codes.map((code) => [code, compare(labeled, [code])]));
  return { all: compare(labeled, codes), byClass };
}

function checkRule(labeled: readonly LabeledDocument[]): LandCoverResult['check'] {
  const pairs = labeled.flatMap(({ file, shown, byHand }) =>
    [...byHand].map(([code, hand]) => ({ file, code, hand, rule: shown.get(code) ?? 'no' })),
  );
  const other = pairs.filter(({ hand, rule }) => hand !== rule);
  return {
    pairs: pairs.length,
    same: pairs.length - other.length,
    other: other.map(({ file, code, hand, rule }) => `${file} ${code}: rule ${rule}, hand ${hand}`),
  };
}
