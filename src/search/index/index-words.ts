// The words of the index, found by themselves, by how they begin and by what they contain; what was asked for is remembered.
import { mayHaveParts } from '../../query/searched-texts.ts';
import type { SqlDatabase } from '../../store/sqlite/driver.ts';

export interface MatchedWord {
  readonly id: number;
  readonly word: string;
}

export interface IndexWords {
  wordId(word: string): number | null;
  /** Words that begin so, the word itself included, in their order; at most `limit`. */
  wordsFrom(prefix: string, limit: number): readonly MatchedWord[];
  /** None for fewer than three letters. `Infinity` for all of them. */
  wordsWith(infix: string, limit: number): readonly MatchedWord[];
  /** Words may have been added. */
  lookAgain(): void;
  /** After work on the index has failed: numbers that words had in it are given to others. */
  forgetWords(): void;
}

const keptWords = 50_000;
/** Longer lists are for looking through once, not for keeping. */
const longestKept = 200;
/** Words that came since lists were read; where there are more, the lists are read again. */
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
  const begun = rememberLists(newer, {
    read: (prefix, limit) => from.all(prefix, `${prefix}\u{10ffff}`, limit) as MatchedWord[],
    has: (word, prefix) => word.startsWith(prefix),
  });
  const containing = rememberLists(newer, {
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
    begun.clear();
    containing.clear();
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
    wordsFrom: begun.list,
    wordsWith: containing.list,
    lookAgain: () => {
      const { words } = newer;
      const before = words.length;
      const isEnough = newer.look();
      // Concepts ask for hundreds of words that are not there: what is known to be missing is asked again only where it came.
      for (let n = before; n < words.length; n++) missing.delete(words[n]!.word);
      if (!isEnough) forgetLists();
    },
    forgetWords: () => {
      ids.clear();
      forgetLists();
    },
  };
}

/** Words are added and never taken away: lists that were read stay true but for the words that came since. */
interface NewerWords {
  readonly words: readonly MatchedWord[];
  /** Reads those that came since the last time; false where they are too many. */
  look(): boolean;
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
    look: () => {
      const found = since.all(known, mostNewer) as MatchedWord[];
      known = found.at(-1)?.id ?? known;
      words.push(...found);
      return words.length < mostNewer;
    },
    restart,
  };
}

interface Lists {
  readonly list: (text: string, limit: number) => readonly MatchedWord[];
  clear(): void;
}

interface ReadLists {
  read(text: string, limit: number): readonly MatchedWord[];
  /** Whether the word belongs to the list of the text. */
  has(word: string, text: string): boolean;
}

function rememberLists(newer: NewerWords, { read, has }: ReadLists): Lists {
  const lists = new Map<string, { words: readonly MatchedWord[]; seen: number }>();
  let kept = 0;
  const clear = () => {
    lists.clear();
    kept = 0;
  };
  return {
    list: (text, limit) => {
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

/** Read between two looks at what is new, a list may have the word already. */
function inserted(words: readonly MatchedWord[], word: MatchedWord, limit: number): readonly MatchedWord[] {
  if (words.some(({ id }) => id === word.id)) return words;
  return [...words, word].sort((one, other) => compareBytes(one.word, other.word)).slice(0, limit);
}

/** As the database sorts. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Every letter in one of them: those between would be looked up for nothing, as what is found is compared with the text. */
function trigrams(text: string): readonly string[] {
  const letters = [...text];
  const starts = new Set<number>();
  for (let n = 0; n + 3 <= letters.length; n += 3) starts.add(n);
  if (letters.length >= 3) starts.add(letters.length - 3);
  return [...starts].map((start) => letters.slice(start, start + 3).join(''));
}
