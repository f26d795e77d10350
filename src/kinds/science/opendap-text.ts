// DAP2 texts: the structure (DDS) and the attributes (DAS) of a dataset.

export interface DapVariable {
  readonly name: string;
  /** 'Float32', 'Grid', 'Sequence' … */
  readonly type: string;
}

export interface Dds {
  /** The dataset's own name, after the last brace. */
  readonly name: string;
  readonly variables: readonly DapVariable[];
}

const maxVariables = 100_000;

/** Null if the text isn't a DDS. Variables are the direct members of the dataset. */
export function readDds(text: string): Dds | null {
  if (!/^[\s\ufeff]{0,100}Dataset\s{0,20}\{/.test(text)) return null;
  const variables: DapVariable[] = [];
  let depth = 0;
  let statement = '';
  let opened = '';
  let name = '';
  for (const [part] of text.matchAll(/[{};]|[^{};]+/g)) {
    if (part === '{') {
      if (depth === 1) opened = statement.trim();
      depth++;
      statement = '';
    } else if (part === '}') {
      depth--;
      statement = '';
    } else if (part === ';') {
      const words = statement
        .replace(/\[[^\]]{0,200}\]/g, ' ')
        .trim()
        .split(/\s+/);
      const last = words.at(-1) ?? '';
      if (depth === 0) name ||= last;
      else if (depth === 1 && last !== '' && variables.length < maxVariables) {
        variables.push({ name: last, type: opened === '' ? (words[0] ?? '') : (opened.split(/\s+/)[0] ?? '') });
      }
      if (depth <= 1) opened = '';
      statement = '';
    } else statement = part;
  }
  return { name, variables };
}

/** Attributes by container and name: 'NC_GLOBAL.title'. Null if the text isn't a DAS. */
export function readDas(text: string): ReadonlyMap<string, string> | null {
  if (!/^[\s\ufeff]{0,100}Attributes\s{0,20}\{/.test(text)) return null;
  const attributes = new Map<string, string>();
  const path: string[] = [];
  let word = '';
  for (const part of dasParts(text)) {
    if (part === '{') {
      path.push(word.trim().split(/\s+/).at(-1) ?? '');
      word = '';
    } else if (part === '}') {
      path.pop();
      word = '';
    } else if (part === ';') word = addAttribute(attributes, path, word);
    else word += part;
  }
  return attributes;
}

/** Punctuation, quoted strings, and the text between; an unclosed string ends the text. */
function* dasParts(text: string): Generator<string> {
  const mark = /["{};]/g;
  let at = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match.index > at) yield text.slice(at, match.index);
    const end = match[0] === '"' ? stringEnd(text, match.index) : match.index + 1;
    if (end < 0) return;
    yield text.slice(match.index, end);
    at = end;
    mark.lastIndex = end;
  }
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at + 1;
  }
  return -1;
}

/** "String title "Sea surface temperature"" → title; numbers are unquoted. */
function addAttribute(attributes: Map<string, string>, path: readonly string[], statement: string): '' {
  const match = /^\w{1,20}\s{1,20}([\w.:-]{1,200})\s{1,20}/.exec(statement.trimStart().slice(0, 300));
  if (match !== null && attributes.size < 100_000) {
    const rest = statement.trimStart().slice(match[0].length);
    // Of several values the first is used.
    const value = rest.startsWith('"') ? rest.slice(1, stringEnd(rest, 0) - 1) : (rest.split(',', 1)[0] ?? '');
    attributes.set(`${path.at(-1) ?? ''}.${match[1]}`, value.replace(/\\(.)/gs, '$1').trim());
  }
  return '';
}
