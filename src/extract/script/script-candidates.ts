// Scripts → the services they use: parse, collect notes, apply the rules. The entry point of this folder.

import { hasMapWords, isLibrary } from './classify-script.ts';
import { collectNotes, makeNotes } from './collect-notes.ts';
import { makeEvaluator } from './evaluate.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { innerScripts } from './inner-scripts.ts';
import { maxScriptLength, parseScript } from './parse-script.ts';
import { readQuotedTexts } from './quoted-texts.ts';
import { isUrlText, looksLikeService, serviceAddress } from './service-url.ts';
import type { ScriptText } from './source-map.ts';
import { inlineSourceMap, readSourceMap, sourceMapReference } from './source-map.ts';

/** Characters of all scripts read together. */
const maxTotal = 2 * maxScriptLength;

/**
 * The services that scripts of one page, or files of one bundle, put on a map. Never throws and never runs anything.
 * Returns nothing at once if no script has a map term.
 */
export function scriptCandidates(scripts: readonly ScriptText[], pageUrl: string | null): readonly Candidate[] {
  if (!scripts.some(({ text }) => hasMapWords(text))) return [];
  const notes = makeNotes();
  const unread: Candidate[] = [];
  let total = 0;
  for (const { text, file } of scripts.flatMap(sourcesOf)) {
    total += text.length;
    if (total > maxTotal) break;
    if (isLibrary(text, file.slice(file.lastIndexOf('/') + 1))) continue;
    const tree = parseScript(text);
    if (tree === null) unread.push(...quotedServices(text));
    else collectNotes(notes, tree, scripts.length === 1 && file === scripts[0]!.file ? '' : file);
  }
  const evaluator = makeEvaluator(notes, pageUrl);
  const found = findCandidates(notes, evaluator);
  const inner = innerScripts(evaluator, notes);
  const more = [...unread, ...(inner.length === 0 ? [] : findInside(inner, pageUrl))];
  const known = new Set(found.map(({ url }) => url));
  return [...found, ...more.filter(({ url }) => !known.has(url))];
}

/** Scripts in strings of scripts, one level deep. */
function findInside(scripts: readonly ScriptText[], pageUrl: string | null): readonly Candidate[] {
  const notes = makeNotes();
  for (const { text } of scripts) {
    const tree = isLibrary(text, '') ? null : parseScript(text);
    if (tree !== null) collectNotes(notes, tree, '');
  }
  return findCandidates(notes, makeEvaluator(notes, pageUrl));
}

/** Whether the script itself shows what the URL is for: rule 1 of [JSWMS]. */
export function isByRule({ rule, isConfig }: Candidate): boolean {
  return !isConfig && (rule === 'call' || rule === 'object' || rule === 'request');
}

/** A bundle with embedded sources is read as its authors wrote it. */
function sourcesOf(script: ScriptText): readonly ScriptText[] {
  const reference = sourceMapReference(script.text);
  const map = reference === null ? null : inlineSourceMap(reference);
  return (map === null ? null : readSourceMap(map)) ?? [script];
}

/** What a text that can't be parsed still shows: whole service URLs in quotes. */
function quotedServices(text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  readQuotedTexts(text, (content) => {
    if (
      found.size >= 500 ||
      !/^(?:https?:)?\/\/[\w[]/i.test(content) ||
      !isUrlText(content) ||
      !looksLikeService(content)
    )
      return;
    const url = serviceAddress(content);
    if (url !== null) found.set(url, { url, kind: null, title: '', rule: 'text', isConfig: false });
  });
  return [...found.values()];
}
