// Terms common on pages about maps and geodata and rare elsewhere.
import { slotCount } from './feature-bag.ts';
import { geospatialTopic } from './topic.ts';
import { createWordList, scanText } from './word-scan.ts';

const distinctive = new Uint8Array(slotCount);
const words = createWordList();
scanText(words, geospatialTopic, geospatialTopic.length);
for (const hash of words.hashes.subarray(0, words.count)) distinctive[hash & (slotCount - 1)] = 1;

export function mayBeService(hash: number): boolean {
  return distinctive[hash & (slotCount - 1)] === 1;
}
