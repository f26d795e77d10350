// Each numbered case of the list of edge cases has a test here, or says which later issue it waits for.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type LaterPart, laterParts } from './later.ts';

/** Cases in ../shared/design/edge-cases.md, numbered from 1. */
const caseCount = 102;
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Numbers of the cases that have a test with an expectation, read off titles such as `describe('29. Byte order marks', …)`. */
function testedCases(source: string): number[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const numbers: number[] = [];
  const visit = (node: ts.Node) => {
    const number = caseNumber(node);
    if (number !== null && someInside(node, isTestThatExpects)) numbers.push(number);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return numbers;
}

function caseNumber(node: ts.Node): number | null {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'describe') return null;
  const title = node.arguments[0];
  if (title === undefined || !ts.isStringLiteralLike(title)) return null;
  const number = /^(\d+)\. \S/.exec(title.text)?.[1];
  return number === undefined ? null : Number(number);
}

/** `it(…)` or `it.each(…)(…)`, with `expect` called inside; `it.skip` and `it.todo` do not count. */
function isTestThatExpects(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression.getText();
  if (callee !== 'it' && !callee.startsWith('it.each')) return false;
  return someInside(node, (inner) => ts.isCallExpression(inner) && inner.expression.getText() === 'expect');
}

function someInside(node: ts.Node, isWanted: (node: ts.Node) => boolean): boolean {
  return ts.forEachChild(node, (child) => isWanted(child) || someInside(child, isWanted)) ?? false;
}

function formatLater(later: LaterPart): string {
  return `  ${later.number}. ${later.part ?? 'the whole case'} → issue ${later.issue}: ${later.why}`;
}

describe('the list of edge cases', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const tested = new Set(files.flatMap((name) => testedCases(readFileSync(folder + name, 'utf8'))));
  const wholeLater = new Set(laterParts.filter(({ part }) => part === null).map(({ number }) => number));

  it('has a test for each of its cases that does not wait for a later issue', () => {
    const all = Array.from({ length: caseCount }, (_, index) => index + 1);
    const waiting = laterParts.map(formatLater).join('\n');
    console.info(`${tested.size} of ${caseCount} cases tested. Waiting for later issues:\n${waiting}`);
    expect(all.filter((number) => !tested.has(number) && !wholeLater.has(number))).toEqual([]);
  });

  it('knows no case that is not on the list, and none that is both tested and waiting as a whole', () => {
    const numbers = [...tested, ...laterParts.map(({ number }) => number)];
    expect(numbers.filter((number) => number < 1 || number > caseCount)).toEqual([]);
    expect([...wholeLater].filter((number) => tested.has(number))).toEqual([]);
  });

  it('counts a case only when its test expects something', () => {
    expect(testedCases(`describe('7. A', () => { it('does', () => { expect(1).toBe(1); }); });`)).toEqual([7]);
    expect(testedCases(`describe('7. A', () => { it.each([1])('%s', (n) => expect(n).toBe(1)); });`)).toEqual([7]);
    expect(testedCases(`describe('7. A', () => { it('does', () => { run(); }); });`)).toEqual([]);
    expect(testedCases(`describe('7. A', () => { it.skip('does', () => { expect(1).toBe(1); }); });`)).toEqual([]);
    expect(testedCases(`describe('seven', () => { it('does', () => { expect(1).toBe(1); }); });`)).toEqual([]);
  });
});
