// Trains the learned part of themes and categories on records of the corpus that declare theirs, and measures it in five folds.
// Run: npx tsx scripts/train-topics.mts (a minute; writes src/classify/theme-model.json and lab/topics/results.json).
//
// Distant supervision: the records aren't labeled manually; their publishers gave a topic category or an INSPIRE theme among the
// keywords. Those keywords are labels, not features. Only weights of hashed stems are written, no text.
import { writeFileSync } from 'node:fs';
import { seededRandom } from '../src/base/random/seeded-random.ts';
import { readEvidence } from '../src/classify/concept-evidence.ts';
import { declaredTopic } from '../src/classify/declared-topics.ts';
import {
  sigmoid,
  type ThemeFeatures,
  type ThemeModel,
  themeFeatures,
  themeScores,
} from '../src/classify/theme-model.ts';
import { textsOfResource } from '../src/classify/topic-texts.ts';
import { topicsOfEvidence } from '../src/classify/topics-of-evidence.ts';
import { identify } from '../src/identify/identify.ts';
import { kinds } from '../src/kinds/index.ts';
import type { Description } from '../src/model/resource.ts';
import { corpusDocument, corpusTable } from '../test/corpus/corpus-files.ts';

interface Labeled {
  readonly features: ThemeFeatures;
  readonly lexicon: ReadonlyMap<string, number>;
  readonly labels: ReadonlySet<string>;
  /** Where it was collected: records of one source stay in one fold, because they are similar. */
  readonly place: string;
}

const recordKinds = new Set(['iso19139', 'csw-records', 'csw', 'dcat-datajson', 'atom']);
const leastExamples = 4;
const folds = 5;

function* labeledRecords(): Generator<Labeled> {
  const seen = new Set<string>();
  for (const row of corpusTable()) {
    if (!recordKinds.has(row.kind)) continue;
    for (const { description } of identify(corpusDocument(row), kinds)) {
      for (const item of [description, ...description.layers]) {
        const key = `${item.title}\n${item.abstract}`;
        const labels = new Set(item.keywords.flatMap((keyword) => declaredTopic(keyword.trim()) ?? []));
        if (labels.size === 0 || seen.has(key)) continue;
        seen.add(key);
        yield { ...readItem(item), labels, place: row.file.split('__').slice(0, 2).join('/') };
      }
    }
  }
}

function readItem(item: Pick<Description, 'title' | 'abstract' | 'keywords'>): Omit<Labeled, 'labels' | 'place'> {
  const keywords = item.keywords.filter((keyword) => declaredTopic(keyword.trim()) === null);
  const description = { ...item, keywords, provider: null } as unknown as Description;
  const texts = textsOfResource(description, { endpoint: '', provenance: null });
  const { concepts } = readEvidence(texts);
  const topics = topicsOfEvidence(concepts);
  return {
    features: themeFeatures(texts, concepts),
    lexicon: new Map(topics.map(({ id, confidence }) => [id, confidence])),
  };
}

/** Logistic regression, one class against the others, by stochastic gradient descent with decay. */
function trainClass(
  examples: readonly Labeled[],
  id: string,
  seed: number,
): { bias: number; weights: Map<number, number> } {
  const random = seededRandom(seed);
  const weights = new Map<number, number>();
  const positive = examples.filter(({ labels }) => labels.has(id)).length;
  const dearer = Math.min(10, (examples.length - positive) / Math.max(1, positive));
  let bias = -1;
  for (let step = 0; step < 40 * examples.length; step++) {
    const { features, labels } = examples[random.below(examples.length)]!;
    const rate = 0.8 / (1 + step / (10 * examples.length));
    let score = bias;
    for (const [place, { weight }] of features) score += weight * (weights.get(place) ?? 0);
    const isOne = labels.has(id);
    const error = ((isOne ? 1 : 0) - sigmoid(score)) * (isOne ? dearer : 1) * rate;
    bias += 0.1 * error;
    for (const [place, { weight }] of features) {
      const before = weights.get(place) ?? 0;
      weights.set(place, before + error * weight - 0.005 * rate * before);
    }
  }
  return { bias, weights };
}

function train(examples: readonly Labeled[]): ThemeModel {
  const counts = new Map<string, number>();
  for (const { labels } of examples) for (const id of labels) counts.set(id, (counts.get(id) ?? 0) + 1);
  const classes = [...counts]
    .filter(([, count]) => count >= leastExamples)
    .map(([id]) => id)
    .sort();
  const learned = classes.map((id, at) => trainClass(sameVocabulary(examples, id), id, at + 1));
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    classes,
    biases: learned.map(({ bias }) => round(bias)),
    weights: learned.map(({ weights }) =>
      [...weights]
        .filter(([, weight]) => Math.abs(weight) >= 0.15)
        .sort(([a], [b]) => a - b)
        .flatMap(([place, weight]) => [place, round(weight)]),
    ),
  };
}

/** A record without an INSPIRE theme isn't evidence against one. */
function sameVocabulary(examples: readonly Labeled[], id: string): readonly Labeled[] {
  const scheme = id.slice(0, id.indexOf(':') + 1);
  return examples.filter(({ labels }) => [...labels].some((label) => label.startsWith(scheme)));
}

interface Judged {
  readonly lexicon: number;
  readonly learned: number;
  readonly isRight: boolean;
}

function judge(model: ThemeModel, tests: readonly Labeled[]): Judged[] {
  return tests.flatMap((test) => {
    const scores = themeScores(model, test.features);
    return model.classes
      .filter((id) => sameVocabulary([test], id).length > 0)
      .map((id) => ({
        lexicon: test.lexicon.get(id) ?? 0,
        learned: sigmoid(scores[model.classes.indexOf(id)]!),
        isRight: test.labels.has(id),
      }));
  });
}

/** Best F1 over all thresholds, micro. */
function bestF1(
  judged: readonly Judged[],
  scoreOf: (one: Judged) => number,
): { f1: number; precision: number; recall: number } {
  const sorted = [...judged].sort((one, other) => scoreOf(other) - scoreOf(one));
  const positive = judged.filter(({ isRight }) => isRight).length;
  let best = { f1: 0, precision: 0, recall: 0 };
  let right = 0;
  for (const [at, one] of sorted.entries()) {
    if (one.isRight) right++;
    const [precision, recall] = [right / (at + 1), right / positive];
    const f1 = (2 * precision * recall) / (precision + recall || 1);
    if (f1 > best.f1) best = { f1, precision, recall };
  }
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return { f1: round(best.f1), precision: round(best.precision), recall: round(best.recall) };
}

/** `foldOf` assigns each record to a test fold. */
function measure(examples: readonly Labeled[], foldOf: (example: Labeled, at: number) => number) {
  const fold = examples.map(foldOf);
  const judged = Array.from({ length: folds }, (_, held) =>
    judge(
      train(examples.filter((_, at) => fold[at] !== held)),
      examples.filter((_, at) => fold[at] === held),
    ),
  ).flat();
  return {
    judgements: judged.length,
    lexiconAlone: bestF1(judged, ({ lexicon }) => lexicon),
    learnedAlone: bestF1(judged, ({ learned }) => learned),
    both: bestF1(judged, ({ lexicon, learned }) => Math.max(lexicon, learned)),
  };
}

const examples = [...labeledRecords()];
const random = seededRandom(7);
const places = new Map([...new Set(examples.map(({ place }) => place))].map((place) => [place, random.below(folds)]));
const model = train(examples);
const result = {
  records: examples.length,
  places: places.size,
  classes: model.classes.length,
  /** Training data may include records of the same source. */
  anyFold: measure(examples, () => random.below(folds)),
  /** All records of a source are in one fold. */
  foldsByPlace: measure(examples, ({ place }) => places.get(place)!),
};
const data = JSON.stringify(model);
writeFileSync(new URL('../src/classify/theme-model.json', import.meta.url), `${data}\n`);
writeFileSync(new URL('../lab/topics/results.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(result, null, 2)}\nmodel: ${data.length} bytes\n`);
