// Converts evidence for concepts to topics of every vocabulary, with confidence and the deciding words.
import type { Topic } from '../model/topic.ts';
import type { ConceptEvidence } from './concept-evidence.ts';
import { concepts } from './vocabularies/concepts.ts';

/** Weaker topics are dropped. */
const leastConfidence = 0.25;
const mostTopics = 30;
const mostWords = 5;

/** A concept may map to several topics of a vocabulary: the first is what it is, the others what it relates to. */
const linkStrengths = [1, 0.6, 0.4];
/** Evidence for the broader concept: rivers are waters, usually all that is meant. */
const widerShare = 0.8;

interface Support {
  doubt: number;
  readonly words: Map<string, number>;
}

/** `showsGround` is false for services that show nothing on a map: they have no land cover, whatever they measure. */
export function topicsOfEvidence(evidence: ReadonlyMap<string, ConceptEvidence>, showsGround = true): readonly Topic[] {
  const supports = new Map<string, Support>();
  for (const [id, { score, ground, words }] of evidence) {
    const { parent, links } = concepts.get(id)!;
    support(supports, `concept:${id}`, confidenceOf(score), words);
    if (parent !== null) support(supports, `concept:${parent}`, widerShare * confidenceOf(score), words);
    const places = new Map<string, number>();
    for (const link of links) {
      const scheme = link.slice(0, link.indexOf(':'));
      const place = places.get(scheme) ?? 0;
      places.set(scheme, place + 1);
      const weight = scheme !== 'land-cover' ? score : showsGround ? ground : 0;
      support(supports, link, (linkStrengths[place] ?? 0.3) * confidenceOf(weight), words);
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
