import { expect, it } from 'vitest';
import { parseScript } from './parse-script.ts';

it('repairs a script with a few errors, and rejects one that is nothing but errors', () => {
  expect(parseScript('var a = 1; @ var b = "unclosed\nvar c = 2;')).not.toBeNull();
  expect(parseScript('"unclosed\n@ #'.repeat(20_000))).toBeNull();
});
