import { expect, it } from 'vitest';
import { createWordList, hashWord, scanIdentifier, scanText, spelled, type WordList } from './word-scan.ts';

const wordsOf = (list: WordList): string[] => Array.from({ length: list.count }, (_, at) => spelled(list, at));

it('finds words and pairs of ideographs, but no numbers', () => {
  const list = createWordList();
  scanText(list, 'The MAP of 2020, a 2nd karten-dienst; 地図帳 Übersicht', 100);
  expect(wordsOf(list)).toEqual(['the', 'map', 'of', 'nd', 'karten', 'dienst', '地図', '図帳', 'übersicht']);
  expect(list.hashes[1]).toBe(hashWord('map'));
});

it('splits identifiers at case changes, and also keeps them joined', () => {
  const list = createWordList();
  scanIdentifier(list, '/rest/services/MapServer2/x', 0, 27);
  expect(wordsOf(list)).toEqual(['rest', 'services', 'map', 'server', 'mapserver']);
});

it('contains only the words of the last text', () => {
  const list = createWordList();
  scanText(list, 'one two three four five', 100);
  scanText(list, 'six seven', 100);
  expect(wordsOf(list)).toEqual(['six', 'seven']);
  scanText(list, 'two words and as many more as were never in the list', 9);
  expect(wordsOf(list)).toEqual(['two', 'words']);
});
