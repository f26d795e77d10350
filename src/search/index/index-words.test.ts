// Cached word lists equal freshly read ones, whatever words are added.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../store/sqlite/sqlite.ts';
import { openWords } from './index-words.ts';
import { openWordIds } from './segment-writer.ts';

const anyWord = fc
  .array(fc.constantFrom('a', 'b', 'é', '地', '𐍈'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));

describe('openWords', () => {
  it('finds words added since a list was read, in the order of the database', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyWord, { maxLength: 20 }), { maxLength: 4 }), anyWord, (rounds, text) => {
        const { database, close } = openSqlite(':memory:');
        const words = openWords(database);
        const ids = openWordIds(database);
        for (const round of rounds) {
          for (const word of round) ids.idOf(word);
          words.refresh();
          const fresh = openWords(database);
          expect(words.wordId(text)).toBe(fresh.wordId(text));
          for (const limit of [2, 100]) {
            expect(words.wordsFrom(text, limit)).toEqual(fresh.wordsFrom(text, limit));
            expect(words.wordsWith(text, limit)).toEqual(fresh.wordsWith(text, limit));
          }
        }
        void close();
      }),
      { numRuns: 60 },
    );
  });

  it('reads its lists again after thousands of words were added', () => {
    const { database } = openSqlite(':memory:');
    const words = openWords(database);
    const ids = openWordIds(database);
    expect(words.wordsFrom('river', 5)).toEqual([]);
    for (let n = 0; n < 6000; n++) ids.idOf(`river${n}`);
    words.refresh();
    expect(words.wordsFrom('river', 5)).toHaveLength(5);
    ids.idOf('rivera');
    words.refresh();
    expect(words.wordsFrom('rivera', 5).map(({ word }) => word)).toEqual(['rivera']);
  });

  it('drops its caches after a rollback', () => {
    const { database } = openSqlite(':memory:');
    const words = openWords(database);
    database.exec('BEGIN');
    openWordIds(database).idOf('forest');
    words.refresh();
    expect(words.wordsFrom('for', 5)).toHaveLength(1);
    database.exec('ROLLBACK');
    words.forgetWords();
    expect(words.wordsFrom('for', 5)).toEqual([]);
    expect(words.wordId('forest')).toBeNull();
  });
});
