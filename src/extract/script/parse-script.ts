// Script text → syntax tree: meriyah for JavaScript, acorn for TypeScript, acorn-loose for broken scripts.
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import { LooseParser } from 'acorn-loose';
import { parse as parseQuickly } from 'meriyah';
import { budgetedParser } from './parser-budget.ts';
import type { Node } from './syntax.ts';
import { hole } from './value.ts';

/** Longer scripts aren't parsed: nearly always a library with data in it, and a tree takes 40 times its text. */
export const maxScriptLength = 4_000_000;

/** Longer broken or typed scripts are only searched for string literals: those parsers are slow. */
const maxSlowLength = 500_000;

type Parse = (text: string) => unknown;

const acornOptions = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true } as const;
const readTypedJsx = budgetedParser(Parser.extend(tsPlugin({ jsx: {} })));
const readTyped = budgetedParser(Parser.extend(tsPlugin()));
const parseBroken = budgetedParser(LooseParser);

/** The tree, or null if no parser succeeds. Never throws; the parsers' nesting limits apply. */
export function parseScript(script: string): Node | null {
  if (script.length > maxScriptLength) return null;
  const blanked = withoutServerTags(script);
  return (
    parseStrictly(script) ??
    (blanked === script ? null : parseStrictly(blanked)) ??
    (script.length > maxSlowLength ? null : attempt(blanked, (text) => parseBroken(text, acornOptions)))
  );
}

function parseStrictly(text: string): Node | null {
  const typed = text.length > maxSlowLength ? [] : [asTypedJsx, asTyped];
  // Typed code fails as plain code at its first type, which costs little; the reverse would cost ten times more.
  for (const parse of [asScript, asModule, ...typed]) {
    const tree = attempt(text, parse);
    if (tree !== null) return tree;
  }
  return null;
}

function asScript(text: string): unknown {
  return parseQuickly(text, { next: true, webcompat: true, jsx: true, globalReturn: true });
}

function asModule(text: string): unknown {
  return parseQuickly(text, { next: true, module: true, jsx: true, globalReturn: true });
}

function asTypedJsx(text: string): unknown {
  return readTypedJsx(text, acornOptions);
}

function asTyped(text: string): unknown {
  return readTyped(text, acornOptions);
}

function attempt(text: string, parse: Parse): Node | null {
  try {
    return parse(text) as Node;
  } catch (error) {
    // Not this language, or nested deeper than the parser supports.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    // A recovering parser may fail on its own repairs (acorn-loose does on some truncated class bodies).
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** `<?php … ?>`, `<% … %>`, `{{ … }}` and `{% … %}` of templates replace an unknown value. */
function withoutServerTags(text: string): string {
  if (!/<[?%]|\{[%{]/.test(text)) return text;
  return text
    .replace(/<\?(?:php|=)[^?]{0,500}\?>|<%[^%]{0,500}%>|\{\{[^{}]{0,500}\}\}/g, hole)
    .replace(/\{%[^%{}]{0,500}%\}/g, '');
}
