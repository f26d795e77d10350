// Evidence for concepts in texts, weighted by where the words occur.
import { findConcepts } from './concept-finder.ts';
import { joinEvidence, type LanguageEvidence, noEvidence } from './language-evidence.ts';
import type { TextPart, TopicText } from './topic-texts.ts';

export interface ConceptEvidence {
  /** 0 or more; higher is stronger. */
  score: number;
  /** The same without mere aspects: what a map of it would show. */
  ground: number;
  /** Folded words → contribution. */
  readonly words: Map<string, number>;
}

export interface TextEvidence {
  readonly concepts: ReadonlyMap<string, ConceptEvidence>;
  /** Words the texts explicitly exclude. */
  readonly negated: readonly string[];
  readonly languages: LanguageEvidence;
}

interface PartWeight {
  readonly each: number;
  /** Maximum contribution of this field. */
  readonly most: number;
  /** How much this field says about what a map shows: titles name it, abstracts also mention sources and uses. */
  readonly ground: number;
}

/** Contribution of one mention: titles are about their words, abstracts also mention sources, neighbors and uses. */
const partWeights: Readonly<Record<TextPart, PartWeight>> = {
  title: { each: 1.8, most: 2.2, ground: 1 },
  keywords: { each: 1.3, most: 1.6, ground: 0.5 },
  name: { each: 1.2, most: 1.4, ground: 1 },
  anchor: { each: 0.7, most: 0.8, ground: 0.3 },
  abstract: { each: 0.5, most: 1.4, ground: 0.35 },
  url: { each: 0.5, most: 0.6, ground: 0.5 },
  source: { each: 0.2, most: 0.3, ground: 0 },
  provider: { each: 0.25, most: 0.3, ground: 0 },
};

/** Evidence for a thing from an aspect of it. */
const aspectShare = 0.5;
/** Evidence of a compound's last part for what a map shows. */
const endShare = 0.45;

export function readEvidence(texts: readonly TopicText[], known: LanguageEvidence = noEvidence): TextEvidence {
  const concepts = new Map<string, ConceptEvidence>();
  const negated = new Set<string>();
  let languages = noEvidence;
  for (const { part, text } of texts) {
    const isName = part === 'name' || part === 'url' || part === 'source';
    const found = findConcepts(text, { languages: joinEvidence(known, languages), isName });
    if (!isName) languages = joinEvidence(languages, found.languages);
    const { each, most, ground } = partWeights[part];
    const inPart = new Map<string, number>();
    for (const { concept, words, weight, isNegated, isAspect, isEnd } of found.mentions) {
      if (isNegated) {
        negated.add(words);
        continue;
      }
      const before = inPart.get(concept) ?? 0;
      const added = Math.max(0, Math.min(each * weight * (isAspect ? aspectShare : 1), most - before));
      inPart.set(concept, before + added);
      const evidence = concepts.get(concept) ?? { score: 0, ground: 0, words: new Map() };
      concepts.set(concept, evidence);
      evidence.score += added;
      if (!isAspect) evidence.ground += added * ground * (isEnd ? endShare : 1);
      evidence.words.set(words, (evidence.words.get(words) ?? 0) + added);
    }
  }
  return { concepts, negated: [...negated], languages };
}
