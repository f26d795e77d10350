// Scripts → the services they use: parse, take notes, apply the rules. The door of this folder.

import { hasMapWords, isLibrary } from './classify-script.ts';
import { makeNotes, takeNotes } from './collect-notes.ts';
import { makeEvaluator } from './evaluate.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { innerScripts } from './inner-scripts.ts';
import { maxScriptLength, parseScript } from './parse-script.ts';
import { readQuotedTexts } from './quoted-texts.ts';
import type { ScriptText } from './script-text.ts';
import { isUrlText, looksLikeService, serviceAddress } from './service-url.ts';
import { inlineSourceMap, readSourceMap, sourceMapReference } from './source-map.ts';

/** Characters of all scripts read together. */
const maxTotal = 2 * maxScriptLength;

/**
 * The services that scripts of one page, or files of one bundle, put on a map. Never throws and never runs anything.
 * Answers nothing at once where no script has a word of maps in it.
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
    else takeNotes(notes, tree, scripts.length === 1 && file === scripts[0]!.file ? '' : file);
  }
  const evaluator = makeEvaluator(notes, pageUrl);
  const found = findCandidates(notes, evaluator);
  const inner = innerScripts(evaluator, notes);
  const more = [...unread, ...(inner.length === 0 ? [] : findInside(inner, pageUrl))];
  const known = new Set(found.map(({ url }) => url));
  return [...found, ...more.filter(({ url }) => !known.has(url))];
}

/** Scripts inside texts of scripts, once: what is written in their texts in turn is nobody's map. */
function findInside(scripts: readonly ScriptText[], pageUrl: string | null): readonly Candidate[] {
  const notes = makeNotes();
  for (const { text } of scripts) {
    const tree = isLibrary(text, '') ? null : parseScript(text);
    if (tree !== null) takeNotes(notes, tree, '');
  }
  return findCandidates(notes, makeEvaluator(notes, pageUrl));
}

/** Whether the script itself says what the address is for: rule 1 of [JSWMS]. */
export function isByRule({ rule, isConfig }: Candidate): boolean {
  return !isConfig && (rule === 'call' || rule === 'object' || rule === 'request');
}

/** A bundle with its sources inside is read as its authors wrote it. */
function sourcesOf(script: ScriptText): readonly ScriptText[] {
  const reference = sourceMapReference(script.text);
  const map = reference === null ? null : inlineSourceMap(reference);
  return (map === null ? null : readSourceMap(map)) ?? [script];
}

/** What can be told of a text that cannot be parsed: whole URLs of services in quotes. */
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
