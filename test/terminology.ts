// Terms that must not return to the code and docs, and the scan that finds them. Run it for a list: npx tsx test/terminology.ts [folder].
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export type Group = 'names' | 'product' | 'habits';

export interface Match {
  readonly group: Group;
  readonly line: number;
  readonly text: string;
}

/**
 * Retired names, as words. They match consecutive camelCase words of an identifier, or hyphenated words of a file name, in singular
 * and plural. A name with a capital matches only type names, and `=` only a whole identifier.
 */
export const retiredNames: readonly string[] = [
  ...['bell', 'crew', 'attendance', 'cluster member', 'crawl reading', 'crawl recording', 'crawl plan', 'crawl parts'],
  ...['worker place', 'turn gate', 'host turn', 'check turn', 'duty', 'check tell', 'check following', 'check watch'],
  ...[
    'render parcel',
    'parcel',
    'strain',
    'shortly',
    'detach',
    'latest moment',
    'desk',
    'asked',
    'Answer',
    '=Who',
    'nobody',
  ],
  ...['serving', 'situation', 'geonetwork said', 'glance', 'way', 'best way', 'way word', 'telling', 'page sign'],
  ...['why nothing', 'without code', 'outside kind', 'outside connector', 'at hand', 'journey', '=flight', '=Flight'],
  ...['take off', 'stand in', 'polite ask', 'lane', 'draft', 'patient', 'tending', '=wanted', 'wish', 'near word'],
  ...['meant word', 'meant', 'fold copy', 'fold copies', 'spread host', 'figure board', 'admit', 'route right'],
  ...['=Finding', '=Found', 'door'],
];

/** Retired files and folders that no single word gives away. */
const retiredPaths: readonly RegExp[] = [/^src\/base\/form\.ts$/, /^src\/catalog\/lines\.ts$/];

/** Phrases of the product's texts that were replaced; a space matches any white space and the start of a comment line. */
export const productPhrases: readonly RegExp[] = [
  /take all records of catalogs|what was broken off|broken off, it|goes on by itself|goes on where it stood|asked again, it takes/,
  /asked for what it is there for|recognized by what they answer|by a few kilobytes of them|search with reasons/,
  /a code for everything that went wrong|doors? for other programs|(?:is|are) there several ways|ways in all/,
  /also as [^\n]{1,40}\(--without|\(--without [^)\n]{1,60} leaves (?:it|them) out|for it speaks|its suspicion of/,
  /let somebody in|this password will not do|a few words in a row|become its first administrator/,
  /whoever uses this machine|records? taken into|were seen later here|it is no json|is missing, or no kind/,
  /there is no (?:\$\{|nope)|is there already|urls of endless series|beyond a host's budget/,
  /- \*\*(?:happened|crawler|you):\*\*|asked again from time to time|the way a user would ask it/,
  /what is left waits for hosts|asked us to come back later|sort of thing|['"`>]works\?['"`<]|['"`>]see it['"`<]/,
  /['"`>]its own description['"`<]|['"`>]being visited['"`<]|['"`>]just read['"`<]|hold the list|light or dark/,
  /['"`>]how it was found['"`<]|works in part|wants a login|['"`>]does not answer['"`<]|['"`>]is gone['"`<]|may not be checked/,
  /what changed lately|down for the longest time|touch the area|lie inside it|cover all of it/,
  /['"`]?title matches ["“$]|keywords match ["“$]|datasets? match(?:es)? ["“$]|this search elsewhere|the service did not draw it/,
].map((phrase) => withSpaces(phrase));

/** Kind ids in capitals, as labels had them. */
const capitalIds = /\b(?:OGC-API-[A-Z]+|SCHEMA-ORG|GEOPACKAGE)\b(?=[<'"`])/g;

/** Habits of a translation that a pattern can tell. */
export const habits: readonly RegExp[] = [
  /(?<!there )(?<!here )\b(?:is|are|was|were) no (?!longer|more|less|fewer|matter|doubt|worse|better|larger|later|earlier|different|one\b|entry\b|none\b)/,
  /\b(?:goes|went|going) on\b(?! (?:the|a|top|line)\b)/,
  /\b(?:lies|lie|lay|stands|stand|stood) in (?!for\b)/,
  /\b(?:is|are|was|were) there already|\bthere already\b/,
  /\b(?:is|are|was|were) to be had|\bto be had\b/,
  /\b(?:whoever|somebody|oftener|whatsoever)\b/,
  /\b(?:mends?|mended|mending)\b/,
  /\b(?:broken off|breaks off|broke off)\b/,
  /\b(?:taken|took|takes) into (?!account)/,
  /\bsays a lot\b|\bis let in\b|\blets? (?:it|them|him) in\b/,
].map((phrase) => withSpaces(phrase));

/**
 * Content, generated results and German texts are not ours to word, released migrations are never edited, and this list
 * names every term.
 */
const excluded: readonly RegExp[] = [
  /^src\/store\/migrations\/(?:postgres|sqlite)\/\d/,
  /^lab\/demo-web\/sites\//,
  /(?:^|\/)(?:results?|data|screens)\//,
  /(?:^|\/)(?:RESULTS|REPORT|TIMINGS|LAST-RUN)\.md$/,
  /-de\.ts$|german/,
  /^test\/terminology(?:\.test)?\.ts$/,
];

const folders = ['src', 'test', 'lab', 'bench', 'scripts', 'web', 'docs', 'examples', 'deploy', ':(glob)*.md'];

/** The files the rules hold for, as paths from the repository's root. */
export function scannedFiles(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((file) => /\.(?:ts|mts|mjs|js|py|md|css|yaml|service|sh)$|Dockerfile$/.test(file))
    .filter((file) => !excluded.some((pattern) => pattern.test(file)));
}

/** Every retired term in a file, by its path and its text. */
export function scan(file: string, text: string): Match[] {
  return [...scanPath(file), ...scanIdentifiers(file, text), ...scanText(text)];
}

function scanPath(file: string): Match[] {
  const words = basename(file)
    .replace(/\.(?:test\.)?\w+$/, '')
    .replace(/^\d+-/, '')
    .split('-');
  const retired = retiredNames.some((name) => isNamedLike(words, name.toLowerCase()) && !name.startsWith('='));
  const isRetired = retired || retiredPaths.some((pattern) => pattern.test(file));
  return isRetired ? [{ group: 'names', line: 0, text: file }] : [];
}

function scanIdentifiers(file: string, text: string): Match[] {
  if (!/\.(?:ts|mts|mjs|js)$/.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const matches: Match[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isRetiredIdentifier(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      matches.push({ group: 'names', line: line + 1, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return matches;
}

/** By identifier: the same few thousand names come up again and again. */
const known = new Map<string, boolean>();

function isRetiredIdentifier(identifier: string): boolean {
  let isRetired = known.get(identifier);
  if (isRetired === undefined) {
    const words = identifier.split(/(?<=[a-z0-9])(?=[A-Z])|_|(?<=[A-Z])(?=[A-Z][a-z])/);
    isRetired = retiredNames.some((name) =>
      name.startsWith('=') ? identifier === name.slice(1) : isNamedLike(words, name),
    );
    known.set(identifier, isRetired);
  }
  return isRetired;
}

/** Whether the words of a name contain those of a retired one, in sequence. */
function isNamedLike(words: readonly string[], name: string): boolean {
  const retired = name.split(' ');
  const isSame = (word: string | undefined, expected: string) => {
    if (word === undefined) return false;
    const compared = expected === expected.toLowerCase() ? word.toLowerCase() : word;
    return compared === expected || compared === `${expected}s`;
  };
  return words.some((_, start) => retired.every((expected, index) => isSame(words[start + index], expected)));
}

function scanText(text: string): Match[] {
  const inGroup = (group: Group, patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({
        group,
        line: text.slice(0, match.index).split('\n').length,
        text: match[0].replace(/\s+/g, ' '),
      })),
    );
  return [...inGroup('product', [...productPhrases, capitalIds]), ...inGroup('habits', habits)];
}

function withSpaces(pattern: RegExp): RegExp {
  return new RegExp(pattern.source.replaceAll(/(?<!\[[^\]]*) /g, '(?:\\s+(?:(?://|\\*|#)\\s+)?)'), 'gi');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = scannedFiles().filter((file) => file.startsWith(process.argv[2] ?? ''));
  const counts = new Map<string, number>();
  for (const file of files) {
    for (const { group, line, text } of scan(file, readFileSync(file, 'utf8'))) {
      if (process.argv[2] !== undefined) console.log(`${file}:${line} ${group}: ${text}`);
      const folder = file.split('/').slice(0, 2).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  for (const [folder, count] of counts) console.log(`${folder} ${count}`);
}
