// OpenAPI written in YAML: the sections needed, as JSON.
import { isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode, parseDocument } from 'yaml';
import type { JsonObject, JsonValue } from '../../base/json/json.ts';

export interface YamlReading {
  readonly json: JsonObject;
  /** True if the document has more than was read. */
  readonly isCut: boolean;
  readonly isMalformed: boolean;
}

/** Sections that are read; schemas, most of a description, aren't. */
const sections = new Set(
  'openapi swagger info servers host basePath schemes produces paths webhooks externalDocs'.split(' '),
);
/** Keys of a path and its operations that are skipped. */
const skipped = new Set(
  'parameters responses requestBody callbacks security schema examples example x-code-samples x-codeSamples'.split(' '),
);

/**
 * The parser takes a second per megabyte of valid YAML, and far longer for invalid YAML. So it gets only the needed
 * sections, in chunks, and stops after bad chunks.
 */
const maxPieceLength = 16 * 1024;
const maxParsedLength = 512 * 1024;
const maxErrors = 50;
const maxDepth = 12;
const maxOpen = 50;
const maxMarks = 200;

/** A key at the start of a line, possibly quoted; paths start with a slash. */
const keyLine = /^( {0,40})(["']?)([\w$./{}~:@+-]{1,300})\2[ \t]*:(?=\s|$)/;
const versionLine = /^["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?\d/m;

/** Null if the text isn't OpenAPI. Never throws. */
export function readOpenapiYaml(text: string): YamlReading | null {
  if (!versionLine.test(text)) return null;
  const pieces = new PieceReader();
  for (const [name, lines] of topSections(text)) {
    const isOfPaths = (name === 'paths' || name === 'webhooks') && lines.length > 1;
    if (!isOfPaths) pieces.read(lines.join('\n'));
    else for (const piece of pathPieces(withoutSkipped(lines))) pieces.read(`${name}:\n${piece}`);
  }
  return { json: pieces.json, isCut: pieces.isCut, isMalformed: pieces.errors > 0 };
}

/** The lines of each section that is read, including its key. */
function* topSections(text: string): Generator<readonly [name: string, lines: readonly string[]]> {
  let name = '';
  let lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const key = /^[^\s#-]/.test(line) ? keyLine.exec(line)?.[3] : undefined;
    if (key !== undefined) {
      if (sections.has(name)) yield [name, lines];
      [name, lines] = [key, []];
    }
    if (sections.has(name)) lines.push(line);
  }
  if (sections.has(name)) yield [name, lines];
}

/** Drops a key with its value: deeper lines, a list at the same depth, and the end of a bracket. */
function withoutSkipped(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let above = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const indent = indentOf(line);
    const isInside = line.trim() === '' || indent > above || (indent === above && /^[-\]}]/.test(line.slice(indent)));
    if (above !== Number.POSITIVE_INFINITY && isInside) continue;
    const key = keyLine.exec(line);
    above = key !== null && skipped.has(key[3] ?? '') ? indent : Number.POSITIVE_INFINITY;
    if (above === Number.POSITIVE_INFINITY) kept.push(line);
  }
  return kept;
}

/** One chunk per path. */
function* pathPieces([, ...lines]: readonly string[]): Generator<string> {
  const first = lines.find((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const indent = first === undefined ? 0 : indentOf(first);
  let piece: string[] = [];
  for (const line of lines) {
    if (piece.length > 0 && indentOf(line) === indent && keyLine.test(line)) {
      yield piece.join('\n');
      piece = [];
    }
    piece.push(line);
  }
  if (piece.length > 0) yield piece.join('\n');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Cut after a line break if there is one. */
function withinLength(text: string): string {
  if (text.length <= maxPieceLength) return text;
  const end = text.lastIndexOf('\n', maxPieceLength);
  return text.slice(0, end < 0 ? maxPieceLength : end);
}

/**
 * The parser recurses for every level, and Node crashes if the stack overflows inside a regular expression, which
 * happened at 1,300 levels. So possible levels are counted first: open brackets, indentation, and list and map marks in
 * one line.
 */
function isShallow(piece: string): boolean {
  let open = 0;
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) open++;
    else if ((code === 0x5d || code === 0x7d) && open > 0) open--;
    if (open > maxOpen) return false;
  }
  return piece
    .split('\n')
    .every((line) => indentOf(line) <= maxMarks && (line.match(/[-?:](?=[ \t])/g)?.length ?? 0) <= maxMarks);
}

class PieceReader {
  readonly json: Record<string, JsonValue> = Object.create(null);
  isCut = false;
  errors = 0;
  #parsed = 0;

  read(text: string): void {
    const piece = withinLength(text);
    if (piece.length < text.length) this.isCut = true;
    if (this.#parsed + piece.length > maxParsedLength || this.errors > maxErrors || !isShallow(piece)) {
      this.isCut = true;
      return;
    }
    this.#parsed += piece.length;
    // `failsafe` leaves every scalar a string: 3.0 is a version, not the number 3. Comparing keys is quadratic.
    const options = { schema: 'failsafe', uniqueKeys: false, strict: false, prettyErrors: false } as const;
    const { contents, errors } = parseDocument(piece, { ...options, logLevel: 'silent' });
    this.errors += errors.length;
    const value = toJson(contents, 0);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) this.#merge(value as JsonObject);
  }

  #merge(object: JsonObject): void {
    for (const [name, value] of Object.entries(object)) {
      const before = this.json[name];
      const isJoined = typeof before === 'object' && typeof value === 'object' && before !== null && value !== null;
      this.json[name] = isJoined ? Object.assign(before, value) : (value ?? null);
    }
  }
}

/**
 * By hand: the package's own conversion takes forever on keys that are maps, and expands aliases. Those become null.
 */
function toJson(node: Node | ParsedNode | null | undefined, depth: number): JsonValue {
  if (depth > maxDepth || node == null || isAlias(node)) return null;
  if (isScalar(node)) return typeof node.value === 'string' ? node.value : null;
  if (isSeq(node)) return node.items.map((item) => toJson(item as Node, depth + 1));
  if (!isMap(node)) return null;
  const object: Record<string, JsonValue> = Object.create(null);
  for (const { key, value } of node.items) {
    if (isScalar(key) && typeof key.value === 'string') object[key.value] = toJson(value as Node, depth + 1);
  }
  return object;
}
