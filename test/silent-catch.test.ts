// No silent catch anywhere: a caught error is looked at, wrapped, counted or rethrown. Linters miss most of these.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Lines of a source where an error disappears. */
function silentCatches(source: string): number[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCatchClause(node) && isSilentClause(node)) lines.push(lineOf(file, node));
    if (ts.isCallExpression(node) && rejectionHandlers(node).some(isSilentHandler)) lines.push(lineOf(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Empty or comment-only, or the error is neither bound and read nor replaced by a throw. */
function isSilentClause(clause: ts.CatchClause): boolean {
  const name = clause.variableDeclaration?.name;
  const isRead = name !== undefined && ts.isIdentifier(name) && mentions(clause.block, name.text);
  return !isRead && !throws(clause.block);
}

/** The functions given to .catch(…), or as second argument to .then(…). */
function rejectionHandlers(call: ts.CallExpression): ts.Expression[] {
  if (!ts.isPropertyAccessExpression(call.expression)) return [];
  const method = call.expression.name.text;
  if (method === 'catch') return call.arguments.slice(0, 1);
  return method === 'then' ? call.arguments.slice(1, 2) : [];
}

/** A handler written in place that neither looks at its error nor does anything: `() => null`, `() => []`, `() => {}`. */
function isSilentHandler(handler: ts.Expression): boolean {
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return false;
  const name = handler.parameters[0]?.name;
  if (name !== undefined && ts.isIdentifier(name) && mentions(handler.body, name.text)) return false;
  return !throws(handler.body) && !calls(handler.body);
}

function calls(node: ts.Node): boolean {
  return ts.isCallExpression(node) || (ts.forEachChild(node, calls) ?? false);
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node) && node.text === name) return true;
  return ts.forEachChild(node, (child) => mentions(child, name)) ?? false;
}

/** Throws itself; a throw inside a nested function does not count. */
function throws(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, throws) ?? false;
}

describe('the search for silent catches', () => {
  it.each([
    'try { a() } catch {}',
    'try { a() } catch { /* never mind */ }',
    'try { a() } catch (error) { return null }',
    'try { a() } catch (error) { log("failed") }',
    'a().catch(() => null)',
    'a().catch(() => [])',
    'a().catch(() => {})',
    'a().catch((error) => undefined)',
    'a().then(b, () => 0)',
  ])('finds %s', (source) => {
    expect(silentCatches(source)).toEqual([1]);
  });

  it.each([
    'try { a() } catch (error) { if (error instanceof RangeError) return null; throw error }',
    'try { a() } catch { throw new Error("a failed") }',
    'a().catch((error) => report(error))',
    'a().catch(report)',
    'a().then(b, (error) => { counted.push(error) })',
    'a().catch(() => cache.delete(key))',
    'a().then(b)',
  ])('accepts %s', (source) => {
    expect(silentCatches(source)).toEqual([]);
  });
});

it('finds none in this repository', () => {
  const files = ['src', 'web', 'lab', 'bench', 'test', 'scripts', 'examples'].flatMap(sourceFiles);
  const found = files.flatMap((file) => silentCatches(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`));
  expect(found).toEqual([]);
});
