// Log lines: levels, formats, and untrusted text that must not look like a separate line.
import { describe, expect, it } from 'vitest';
import { createLog, type LogFormat, type LogLevel } from './log.ts';

function lines(level: LogLevel, format: LogFormat, facts: Readonly<Record<string, string | number>>): string[] {
  const written: string[] = [];
  const log = createLog({ level, format, out: (line) => written.push(line), now: () => 0 });
  for (const of of ['error', 'warn', 'info'] as const) log.write(of, 'request', facts);
  return written;
}

describe('createLog', () => {
  it('writes the events of its level', () => {
    const counts = (['off', 'error', 'warn', 'info'] as const).map((level) => lines(level, 'json', { a: 1 }).length);
    expect(counts).toEqual([0, 1, 2, 3]);
  });

  it('writes one object per line', () => {
    expect(JSON.parse(lines('error', 'json', { path: '/a\nb', status: 200 })[0]!)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'error',
      event: 'request',
      path: '/a\nb',
      status: 200,
    });
  });

  it('keeps hostile text short and on one line', () => {
    for (const format of ['text', 'json'] as const) {
      const [line] = lines('error', format, { path: `\u001b[31m\r\n2026 error fake ${'x'.repeat(10_000)}` });
      expect(line).not.toMatch(/[\u001b\r\n]/);
      expect(line!.length).toBeLessThan(4_200);
    }
  });

  it('has a text format', () => {
    expect(lines('error', 'text', { path: '/search?q=a', status: 200, words: 'two words' })).toEqual([
      '1970-01-01T00:00:00.000Z error request path=/search?q=a status=200 words="two words"',
    ]);
  });
});
