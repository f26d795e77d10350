// A file of any sort → the scripts in it: script files, pages, components, templates, manuals, configurations.
import { markupScripts } from './markup-scripts.ts';
import type { ScriptText } from './script-text.ts';

const markupNames =
  /\.(?:x?html?|vue|svelte|astro|php\d?|phtml|jspx?|aspx?|ftlh?|hbs|ejs|twig|tpl|erb|jinja2?|mustache)$/i;
const manualNames = /\.(?:md|markdown|mdx|rst|txt|adoc|qmd|rmd)$/i;
const scriptNames = /\.(?:[mc]?[jt]sx?|es6?|coffee|ls)$/i;

/** Never throws; a file without scripts gives none. */
export function fileScripts(text: string, name: string): readonly ScriptText[] {
  // Directives of reStructuredText indent by three.
  if (manualNames.test(name)) return manualScripts(text, /\.rst$/i.test(name) ? /^(?: {3}|\t)/ : /^(?: {4}|\t)/);
  const head = text.slice(0, 2_000).trimStart();
  if (!scriptNames.test(name) && (markupNames.test(name) || /^<[!?a-z]/i.test(head))) return markupScripts(text);
  // JSON is an expression; wrapped so that an object is not taken for a block.
  if (/\.(?:geo|top|map)?json5?$|\.map$/i.test(name) || /^[{[]\s*(?:"|\{|\[|$)/.test(head))
    return [{ text: `(${text}\n)`, file: '' }];
  return [{ text, file: '' }];
}

/** An object alone in a block is a configuration; as a script it would be a block of statements. */
function codeBlock(code: string): ScriptText {
  const isObject = /^\s*[{[]/.test(code) && /[}\]]\s*$/.test(code);
  return { text: isObject ? `(${code}\n)` : code, file: '' };
}

/** What opens or closes a code block: fences of Markdown, and the tags Jekyll has for it. */
function fenceMark(line: string): string {
  if (/^\s{0,8}\{%-?\s*(?:end)?highlight\b/.test(line)) return 'highlight';
  return /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3) ?? '';
}

/** Code blocks of a manual, and the markup around them. */
function manualScripts(text: string, indent: RegExp): readonly ScriptText[] {
  const blocks: string[] = [];
  const rest: string[] = [];
  let fence = '';
  let block: string[] = [];
  const close = () => {
    if (block.length > 0) blocks.push(block.join('\n'));
    block = [];
  };
  for (const line of text.split('\n')) {
    const mark = fenceMark(line);
    if (fence === '' && mark !== '') {
      close();
      fence = mark;
    } else if (fence !== '' && mark === fence) {
      close();
      fence = '';
    } else if (fence !== '' || indent.test(line)) block.push(line);
    else {
      close();
      rest.push(line);
    }
  }
  close();
  const inBlocks = blocks.flatMap((code) => (/^\s*<[!a-z]/i.test(code) ? markupScripts(code) : [codeBlock(code)]));
  // Indented lines may belong to a script element that began before them.
  const whole = /<script/i.test(text) ? text : rest.join('\n');
  return [...inBlocks, ...markupScripts(whole)];
}
