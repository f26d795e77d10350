// Reads Markdown pages of this repository as the documentation tests need them: headings, anchors, links, code blocks.
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './built-program.ts';

export interface CodeBlock {
  readonly language: string;
  readonly lines: readonly string[];
}

/** The pages people read, by path from the repository's root. */
export function pages(): string[] {
  const docs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
  return ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'lab/README.md', ...docs].filter((name) =>
    name.endsWith('.md'),
  );
}

export function readPage(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}

export function codeBlocks(text: string): CodeBlock[] {
  const parts = text.split(/^```/m);
  return parts
    .filter((_, index) => index % 2 === 1)
    .map((part) => {
      const [language = '', ...lines] = part.replace(/\n$/, '').split('\n');
      return { language, lines };
    });
}

export function stripUnsafeUrls(text: string): string {
  return text
    .split(/^```/m)
    .filter((_, index) => index % 2 === 0)
    .join('');
}

export function headings(text: string, level: number): string[] {
  const mark = `${'#'.repeat(level)} `;
  return stripUnsafeUrls(text)
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length).trim());
}

/** The sections under headings of a level, by heading. */
export function sections(text: string, level: number): Map<string, string> {
  const mark = `\n${'#'.repeat(level)} `;
  const [, ...parts] = text.split(mark);
  return new Map(
    parts.map((part) => {
      const [heading = '', ...rest] = part.split('\n');
      return [heading.trim(), rest.join('\n')];
    }),
  );
}

/** Anchors as GitHub makes them: lower case, punctuation gone, spaces to hyphens. */
export function anchors(text: string): Set<string> {
  const all = [1, 2, 3, 4].flatMap((level) => headings(text, level));
  return new Set(
    all.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Targets of links and pictures that stay within the repository. */
export function internalLinks(text: string): string[] {
  const targets = [...stripUnsafeUrls(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/i.test(target));
}
