// Words that pages about maps and geodata use and others rarely do: enough to tell such a page once it is read.
import { slotCount } from './feature-bag.ts';
import { geospatialTopic } from './topic.ts';
import { createWordList, scanText } from './word-scan.ts';

const telling = new Uint8Array(slotCount);
const words = createWordList();
scanText(words, geospatialTopic, geospatialTopic.length);
for (const hash of words.hashes.subarray(0, words.count)) telling[hash & (slotCount - 1)] = 1;

export function isTelling(hash: number): boolean {
  return telling[hash & (slotCount - 1)] === 1;
}
