// Each numbered edge case has a test in this folder, or is deferred to a later issue.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type DeferredCase, deferredCases } from './deferred-cases.ts';

/** Cases in ../shared/design/edge-cases.md, numbered from 1. */
const caseCount = 102;
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Numbers of the cases that have a test with an expectation, from titles such as `describe('29. Byte order marks', …)`. */
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

/** `it(…)` or `it.each(…)(…)`, with `expect` called inside; `it.skip` and `it.todo` don't count. */
function isTestThatExpects(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression.getText();
  if (callee !== 'it' && !callee.startsWith('it.each')) return false;
  return someInside(node, (inner) => ts.isCallExpression(inner) && inner.expression.getText() === 'expect');
}

function someInside(node: ts.Node, matches: (node: ts.Node) => boolean): boolean {
  return ts.forEachChild(node, (child) => matches(child) || someInside(child, matches)) ?? false;
}

function formatDeferred({ number, part, issue, why }: DeferredCase): string {
  return `  ${number}. ${part ?? 'the entire case'} → issue ${issue}: ${why}`;
}

describe('the list of edge cases', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const tested = new Set(files.flatMap((name) => testedCases(readFileSync(folder + name, 'utf8'))));
  const entirelyDeferred = new Set(deferredCases.filter(({ part }) => part === null).map(({ number }) => number));

  it('has a test for each case that is not deferred', () => {
    const all = Array.from({ length: caseCount }, (_, index) => index + 1);
    const deferred = deferredCases.map(formatDeferred).join('\n');
    console.info(`${tested.size} of ${caseCount} cases tested. Deferred to later issues:\n${deferred}`);
    expect(all.filter((number) => !tested.has(number) && !entirelyDeferred.has(number))).toEqual([]);
  });

  it('has no unknown case, and none both tested and entirely deferred', () => {
    const numbers = [...tested, ...deferredCases.map(({ number }) => number)];
    expect(numbers.filter((number) => number < 1 || number > caseCount)).toEqual([]);
    expect([...entirelyDeferred].filter((number) => tested.has(number))).toEqual([]);
  });

  it('counts a case only if its test expects something', () => {
    expect(testedCases(`describe('7. A', () => { it('does', () => { expect(1).toBe(1); }); });`)).toEqual([7]);
    expect(testedCases(`describe('7. A', () => { it.each([1])('%s', (n) => expect(n).toBe(1)); });`)).toEqual([7]);
    expect(testedCases(`describe('7. A', () => { it('does', () => { run(); }); });`)).toEqual([]);
    expect(testedCases(`describe('7. A', () => { it.skip('does', () => { expect(1).toBe(1); }); });`)).toEqual([]);
    expect(testedCases(`describe('seven', () => { it('does', () => { expect(1).toBe(1); }); });`)).toEqual([]);
  });
});
