// The services a saved file names, for the CLI and tests: scripts first, then links that name a service themselves.
import { makeDocument } from '../base/document/document.ts';
import { extractPage } from './extract.ts';
import { makeResolver } from './page/resolve.ts';
import type { Rule } from './script/find-candidates.ts';
import { markupScripts } from './script/markup-scripts.ts';
import { scriptCandidates } from './script/script-candidates.ts';
import { looksLikeService, serviceAddress } from './script/service-url.ts';
import type { ScriptText } from './script/source-map.ts';
import { isSourceMap, readSourceMap } from './script/source-map.ts';

export interface FileCandidate {
  readonly url: string;
  /** Id of the kind the file uses it as; null if unknown. */
  readonly kind: string | null;
  readonly title: string;
  readonly rule: Rule | 'link' | 'config';
}

export interface FileFacts {
  /** Name of the file: its extension decides how to read it. */
  readonly name: string;
  /** Its original URL; null leaves relative URLs as they are. */
  readonly pageUrl: string | null;
}

export function fileCandidates(text: string, { name, pageUrl }: FileFacts): readonly FileCandidate[] {
  const scripts = (isSourceMap(text) ? readSourceMap(text) : null) ?? fileScripts(text, name);
  const found = new Map<string, FileCandidate>();
  const resolve = pageUrl === null ? null : makeResolver(pageUrl);
  for (const { url, kind, title, rule, isConfig } of scriptCandidates(scripts, pageUrl)) {
    const absolute = absoluteUrl(url, resolve);
    if (absolute !== null && !found.has(absolute))
      found.set(absolute, { url: absolute, kind, title, rule: isConfig ? 'config' : rule });
  }
  for (const url of isMarkup(text, name) ? linkedServices(text, pageUrl) : []) {
    if (!found.has(url)) found.set(url, { url, kind: null, title: '', rule: 'link' });
  }
  return [...found.values()];
}

/** Without a page, `//host/…` means https, and relative URLs stay as they are. */
function absoluteUrl(url: string, resolve: ((reference: string) => string | null) | null): string | null {
  if (/^https?:\/\//i.test(url)) return url;
  if (resolve !== null) return resolve(url);
  return url.startsWith('//') ? `https:${url}` : url;
}

function isMarkup(text: string, name: string): boolean {
  return /\.(?:x?html?|vue|php\d?|phtml|jsp|aspx?)$/i.test(name) || /^\s*<[!?a-z]/i.test(text.slice(0, 500));
}

/** Images, links and data attributes of a page with requests to a service. */
function linkedServices(text: string, pageUrl: string | null): string[] {
  const page = extractPage(
    makeDocument({
      url: pageUrl ?? 'http://localhost/',
      // An example value in a form isn't used by the page.
      bytes: Buffer.from(text.replace(/\splaceholder\s*=\s*(?:"[^"]*"|'[^']*')/gi, ' '), 'utf8'),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  );
  return page.links.flatMap(({ url, foundBy, anchor }) => {
    if (foundBy !== 'link' && foundBy !== 'attribute') return [];
    // Without a page, relative references can't be told from absolute ones any more.
    if (pageUrl === null && url.startsWith('http://localhost/')) return [];
    const address = looksLikeService(url) && !/^https?:\/\/[^/]*\/?$/.test(url) ? serviceAddress(url) : null;
    return address === null || /documentation|manual/i.test(anchor) ? [] : [address];
  });
}

const markupNames =
  /\.(?:x?html?|vue|svelte|astro|php\d?|phtml|jspx?|aspx?|ftlh?|hbs|ejs|twig|tpl|erb|jinja2?|mustache)$/i;
const manualNames = /\.(?:md|markdown|mdx|rst|txt|adoc|qmd|rmd)$/i;
const scriptNames = /\.(?:[mc]?[jt]sx?|es6?|coffee|ls)$/i;

/** Never throws; empty for a file without scripts. */
function fileScripts(text: string, name: string): readonly ScriptText[] {
  // Directives of reStructuredText indent by three.
  if (manualNames.test(name)) return manualScripts(text, /\.rst$/i.test(name) ? /^(?: {3}|\t)/ : /^(?: {4}|\t)/);
  const head = text.slice(0, 2_000).trimStart();
  if (!scriptNames.test(name) && (markupNames.test(name) || /^<[!?a-z]/i.test(head))) return markupScripts(text);
  // JSON is an expression; wrapped so that an object isn't parsed as a block.
  if (/\.(?:geo|top|map)?json5?$|\.map$/i.test(name) || /^[{[]\s*(?:"|\{|\[|$)/.test(head))
    return [{ text: `(${text}\n)`, file: '' }];
  return [{ text, file: '' }];
}

/** An object alone in a code block is a configuration; as a script it would be a block of statements. */
function codeBlock(code: string): ScriptText {
  const isObject = /^\s*[{[]/.test(code) && /[}\]]\s*$/.test(code);
  return { text: isObject ? `(${code}\n)` : code, file: '' };
}

/** What opens or closes a code block: Markdown fences, and Jekyll's tags for it. */
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
  // Indented lines may belong to a script element that started before them.
  const whole = /<script/i.test(text) ? text : rest.join('\n');
  return [...inBlocks, ...markupScripts(whole)];
}
