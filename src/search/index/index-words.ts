// Looks up words of the index exactly, by prefix and by infix, with caches.
import { mayHaveParts } from '../../query/searched-texts.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';

export interface MatchedWord {
  readonly id: number;
  readonly word: string;
}

export interface IndexWords {
  wordId(word: string): number | null;
  /** Sorted words with this prefix, including the prefix itself. */
  wordsFrom(prefix: string, limit: number): readonly MatchedWord[];
  /** Empty for fewer than three letters. The limit may be `Infinity`. */
  wordsWith(infix: string, limit: number): readonly MatchedWord[];
  /** Reads words added since the last call. */
  refresh(): void;
  /** Call after a rollback: the numbers of words it added will be reused. */
  forgetWords(): void;
}

const keptWords = 50_000;
/** Longer lists aren't cached. */
const longestKept = 200;
/** If more words were added, cached lists are dropped instead of updated. */
const mostNewer = 5000;

export function openWords(database: SqlDatabase): IndexWords {
  const find = database.prepare('SELECT word_id AS id FROM search_word WHERE word = ?');
  const from = database.prepare(
    'SELECT word_id AS id, word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
  );
  const infix = database.prepare(
    `SELECT word_id AS id, word FROM search_word WHERE word_id IN (SELECT rowid FROM search_infix WHERE search_infix MATCH ?)
     AND instr(word, ?) > 0 ORDER BY word LIMIT ?`,
  );
  const ids = new Map<string, number>();
  const missing = new Set<string>();
  const newer = openNewerWords(database);
  const byPrefix = cacheLists(newer, {
    read: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as MatchedWord[],
    has: (word, prefix) => word.startsWith(prefix),
  });
  const byInfix = cacheLists(newer, {
    read: (text, limit) => {
      const grams = trigrams(text)
        .map((gram) => `"${gram}"`)
        .join(' AND ');
      return grams === '' ? [] : (infix.all(grams, text, Number.isFinite(limit) ? limit : -1) as MatchedWord[]);
    },
    has: (word, text) => word.includes(text) && [...text].length >= 3 && mayHaveParts(word),
  });
  const forgetLists = () => {
    newer.restart();
    missing.clear();
    byPrefix.clear();
    byInfix.clear();
  };
  return {
    wordId: (word) => {
      const known = ids.get(word);
      if (known !== undefined || missing.has(word)) return known ?? null;
      const id = (find.get(word) as { id: number } | undefined)?.id ?? null;
      if (ids.size >= keptWords) ids.clear();
      if (missing.size >= keptWords) missing.clear();
      if (id === null) missing.add(word);
      else ids.set(word, id);
      return id;
    },
    wordsFrom: byPrefix.list,
    wordsWith: byInfix.list,
    refresh: () => {
      const { words } = newer;
      const before = words.length;
      const isUsable = newer.read();
      // Concepts look up hundreds of missing words: only those added since are looked up again.
      for (let n = before; n < words.length; n++) missing.delete(words[n]!.word);
      if (!isUsable) forgetLists();
    },
    forgetWords: () => {
      ids.clear();
      forgetLists();
    },
  };
}

/** Words are only added, so cached lists lack at most the words added since. */
interface NewerWords {
  readonly words: readonly MatchedWord[];
  /** Appends words added since the last call; false if there are too many. */
  read(): boolean;
  restart(): void;
}

function openNewerWords(database: SqlDatabase): NewerWords {
  const last = database.prepare('SELECT coalesce(max(word_id), 0) AS last FROM search_word');
  const since = database.prepare(
    'SELECT word_id AS id, word FROM search_word WHERE word_id > ? ORDER BY word_id LIMIT ?',
  );
  const words: MatchedWord[] = [];
  let known = 0;
  const restart = () => {
    words.length = 0;
    known = (last.get() as { last: number }).last;
  };
  restart();
  return {
    words,
    read: () => {
      const found = since.all(known, mostNewer) as MatchedWord[];
      known = found.at(-1)?.id ?? known;
      words.push(...found);
      return words.length < mostNewer;
    },
    restart,
  };
}

interface ListSource {
  read(text: string, limit: number): readonly MatchedWord[];
  /** Whether the word belongs to the list of the text. */
  has(word: string, text: string): boolean;
}

function cacheLists(newer: NewerWords, { read, has }: ListSource) {
  const lists = new Map<string, { words: readonly MatchedWord[]; seen: number }>();
  let kept = 0;
  const clear = () => {
    lists.clear();
    kept = 0;
  };
  return {
    list: (text: string, limit: number): readonly MatchedWord[] => {
      if (limit > longestKept) return read(text, limit);
      const key = `${limit} ${text}`;
      const known = lists.get(key);
      if (known === undefined) {
        const words = read(text, limit);
        kept += words.length + 1;
        if (kept > keptWords) clear();
        lists.set(key, { words, seen: newer.words.length });
        return words;
      }
      for (; known.seen < newer.words.length; known.seen++) {
        const word = newer.words[known.seen]!;
        if (has(word.word, text)) known.words = inserted(known.words, word, limit);
      }
      return known.words;
    },
    clear,
  };
}

/** A list read between two refreshes may already have the word. */
function inserted(words: readonly MatchedWord[], word: MatchedWord, limit: number): readonly MatchedWord[] {
  if (words.some(({ id }) => id === word.id)) return words;
  return [...words, word].sort((one, other) => compareBytes(one.word, other.word)).slice(0, limit);
}

/** The order of the database. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Just enough trigrams to cover every letter: matches are compared with the text anyway. */
function trigrams(text: string): readonly string[] {
  const letters = [...text];
  const starts = new Set<number>();
  for (let n = 0; n + 3 <= letters.length; n += 3) starts.add(n);
  if (letters.length >= 3) starts.add(letters.length - 3);
  return [...starts].map((start) => letters.slice(start, start + 3).join(''));
}
