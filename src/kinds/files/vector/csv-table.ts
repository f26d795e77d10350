// Rows of delimited text, with quotes as in RFC 4180.

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  rows(): Generator<readonly string[]>;
}

const delimiters = [',', ';', '\t', '|'];
const maxColumns = 2000;

/** Null if the first line has fewer than two columns. */
export function readCsvTable(text: string): CsvTable | null {
  const start = /^[\ufeff\s]*/.exec(text.slice(0, 100))?.[0].length ?? 0;
  const firstLine = text.slice(start, start + 20_000).split(/\r\n|\r|\n/, 1)[0] ?? '';
  const counts = delimiters.map((delimiter) => [delimiter, firstLine.split(delimiter).length] as const);
  const [delimiter, columns] = counts.reduce((best, one) => (one[1] > best[1] ? one : best));
  if (columns < 2) return null;
  const all = () => splitRows(text, start, delimiter);
  const header = all().next().value ?? [];
  return {
    delimiter,
    header,
    rows: function* () {
      const rows = all();
      rows.next();
      yield* rows;
    },
  };
}

function* splitRows(text: string, start: number, delimiter: string): Generator<readonly string[]> {
  let fields: string[] = [];
  let at = start;
  while (at < text.length) {
    const isQuoted = text.charCodeAt(at) === 34;
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, delimiter);
    const raw = text.slice(isQuoted ? at + 1 : at, isQuoted ? end - 1 : end);
    if (fields.length < maxColumns) fields.push(isQuoted ? raw.replaceAll('""', '"') : raw.trim());
    const mark = text[end];
    at = end + 1;
    if (mark === delimiter) continue;
    if (isQuoted && mark !== undefined && mark !== '\n' && mark !== '\r') {
      // Text after a closing quote: continues to the real end of the field.
      const fieldEnd = endOfPlain(text, end, delimiter);
      at = fieldEnd + 1;
      if (text[fieldEnd] === delimiter) continue;
    }
    if (mark === '\r' && text[at] === '\n') at++;
    if (fields.length > 1 || fields[0] !== '') yield fields;
    fields = [];
  }
  if (fields.length > 0) yield fields;
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at];
    if (char === delimiter || char === '\n' || char === '\r') break;
  }
  return at;
}

/** After the closing quote; two consecutive quotes are one. */
function endOfQuoted(text: string, quote: number): number {
  let at = quote + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text.charCodeAt(at + 1) !== 34) return at + 1;
    at += 2;
  }
}
