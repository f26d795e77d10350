// Converts evidence for concepts to topics of every vocabulary, with confidence and the deciding words.
import type { Topic } from '../model/topic.ts';
import type { ConceptEvidence } from './concept-evidence.ts';
import { concepts, schemeOf } from './vocabularies/concepts.ts';

/** Weaker topics are dropped. */
const leastConfidence = 0.25;
const mostTopics = 30;
const mostWords = 5;

/** A concept may map to several topics of a vocabulary: the first names it, the others are related. */
const linkStrengths = [1, 0.6, 0.4];
/** Evidence for the parent concept: rivers are waters. */
const widerShare = 0.8;

interface Support {
  doubt: number;
  readonly words: Map<string, number>;
}

/** `showsGround` is false for services that show nothing on a map: they have no land cover even if they measure water. */
export function topicsOfEvidence(evidence: ReadonlyMap<string, ConceptEvidence>, showsGround = true): readonly Topic[] {
  const supports = new Map<string, Support>();
  for (const [id, { score, ground, words }] of evidence) {
    const { parent, links } = concepts().get(id)!;
    support(supports, `concept:${id}`, confidenceOf(score), words);
    if (parent !== null) support(supports, `concept:${parent}`, widerShare * confidenceOf(score), words);
    const ranks = new Map<string, number>();
    for (const link of links) {
      const scheme = schemeOf(link);
      const rank = ranks.get(scheme) ?? 0;
      ranks.set(scheme, rank + 1);
      const weight = scheme !== 'land-cover' ? score : showsGround ? ground : 0;
      support(supports, link, (linkStrengths[rank] ?? 0.3) * confidenceOf(weight), words);
    }
  }
  const topics = [...supports].map(([id, { doubt, words }]) => ({
    id,
    confidence: Math.round((1 - doubt) * 100) / 100,
    words: [...words]
      .sort(([, one], [, other]) => other - one)
      .slice(0, mostWords)
      .map(([word]) => word),
  }));
  return topics
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort(surestFirst)
    .slice(0, mostTopics);
}

export function surestFirst(one: Topic, other: Topic): number {
  return other.confidence - one.confidence || (one.id < other.id ? -1 : 1);
}

function confidenceOf(score: number): number {
  return 1 - Math.exp(-score);
}

/** Combines independent evidence for one topic: 1 minus the product of the doubts. */
function support(
  supports: Map<string, Support>,
  id: string,
  confidence: number,
  words: ReadonlyMap<string, number>,
): void {
  if (confidence <= 0) return;
  const known = supports.get(id) ?? { doubt: 1, words: new Map<string, number>() };
  supports.set(id, known);
  known.doubt *= 1 - confidence;
  for (const [word, weight] of words) known.words.set(word, (known.words.get(word) ?? 0) + weight * confidence);
}
