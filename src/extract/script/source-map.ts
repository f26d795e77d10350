// Source maps: the files of a bundle, as their authors wrote them (ECMA-426).
import { percentDecoded } from '../../base/url/read-url.ts';

/** One script of a page, bundle or file. */
export interface ScriptText {
  readonly text: string;
  /** Path of its file; '' for inline scripts, which share a global scope. */
  readonly file: string;
}

/** Files read from one map, and their total characters. */
const maxFiles = 2_000;
const maxTotal = 8_000_000;

/** URL of a script's map, or the map itself as `data:`; null if it has none. */
export function sourceMapReference(script: string): string | null {
  const at = Math.max(script.lastIndexOf('//# sourceMappingURL='), script.lastIndexOf('//@ sourceMappingURL='));
  if (at < 0) return null;
  const end = script.indexOf('\n', at);
  const reference = script.slice(at + 21, end < 0 ? script.length : end).trim();
  return reference === '' || /\s/.test(reference) ? null : reference;
}

/** Text of a map inside its script; null for URLs. */
export function inlineSourceMap(reference: string): string | null {
  const match = /^data:application\/json[^,]*?(;base64)?,/i.exec(reference);
  if (match === null) return null;
  const body = reference.slice(match[0].length);
  if (match[1] !== undefined) return Buffer.from(body, 'base64').toString('utf8');
  return percentDecoded(body);
}

/** Whether a text is a source map, by its first characters. */
export function isSourceMap(text: string): boolean {
  const head = text.slice(0, 300);
  return (
    /^\s*(?:\)\]\}'[^\n]*\n)?\s*\{/.test(head) &&
    /"(?:mappings|sources|sections|sourcesContent)"\s*:/.test(text.slice(0, 4_000)) &&
    /"version"\s*:\s*3/.test(text.slice(0, 4_000) + text.slice(-400))
  );
}

/**
 * The authors' own files of a map; those of installed packages are libraries. Null if it isn't a map or has no sources.
 */
export function readSourceMap(text: string): readonly ScriptText[] | null {
  const map = parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
  const sources = map?.sources;
  const contents = map?.sourcesContent;
  if (!Array.isArray(sources) || !Array.isArray(contents)) return null;
  const files: ScriptText[] = [];
  let total = 0;
  for (const [index, name] of sources.entries()) {
    const content: unknown = contents[index];
    if (typeof content !== 'string' || typeof name !== 'string' || isPackaged(name)) continue;
    total += content.length;
    if (files.length >= maxFiles || total > maxTotal) break;
    files.push({ file: name.replace(/^webpack:\/\/\/?[^/]*\//, '').replace(/\?.*$/, ''), text: content });
  }
  return files.length === 0 ? null : files;
}

function isPackaged(name: string): boolean {
  return /(?:^|\/)node_modules\/|(?:^|\/)webpack\/(?:bootstrap|runtime|universal)|^webpack:\/\/\/?external|\0/.test(
    name,
  );
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
