// Queries from words: every mandatory word with every topic ([JSWMS], seeds).
import { foldSpace } from '../base/text/text.ts';

/** 'WMS' × 'forest', 'land cover' → 'WMS forest', 'WMS land cover'. A topic that contains the word already is unchanged. */
export function composeQueries(topics: readonly string[], mandatory: readonly string[]): string[] {
  const queries = new Set<string>();
  for (const topic of topics.map(foldSpace).filter((one) => one !== '')) {
    if (mandatory.length === 0) queries.add(topic);
    for (const word of mandatory) queries.add(hasWord(topic, word) ? topic : foldSpace(`${word} ${topic}`));
  }
  return [...queries];
}

function hasWord(topic: string, word: string): boolean {
  return ` ${topic} `.toLowerCase().includes(` ${word.trim()} `.toLowerCase());
}
