// Expensive scripts: deep, long, cyclic, exponential. All end, none throws, and plain services are still found.
import { expect, it } from 'vitest';
import { fileCandidates } from '../file-candidates.ts';
import { scriptCandidates } from './script-candidates.ts';

const plain = 'var x = "https://a.example/geoserver/wms"; ';
const numbered = (n: number, line: (at: number) => string) => Array.from({ length: n }, (_, at) => line(at)).join('');

const hostile: Readonly<Record<string, string>> = {
  'open brackets': '['.repeat(2_000_000),
  'open templates': '`${'.repeat(500_000),
  'else after else': `${'if (a) {} else '.repeat(150_000)}{}`,
  'a sum of 300,000': `var s = "x"${'+ "a"'.repeat(300_000)}; L.tileLayer.wms(s)`,
  'a chain of members': `L.tileLayer.wms(a${'.b'.repeat(300_000)})`,
  'a chain of calls': `f${'()'.repeat(300_000)}`,
  'names that stand for themselves': 'var a = b, b = c, c = a; L.tileLayer.wms(a + b + c)',
  'functions that call each other': `${numbered(60, (n) => `function f${n}(x) { return f${(n + 1) % 60}(x + "a") + f${(n + 2) % 60}(x) } `)} L.tileLayer.wms(f0("b"))`,
  'texts that double': `var a0 = "b"; ${numbered(500, (n) => `var a${n + 1} = a${n} + a${n}; `)} L.tileLayer.wms(a500)`,
  'objects spread into each other': `var o0 = { k: "b" }; ${numbered(3_000, (n) => `var o${n + 1} = { ...o${n}, ...o${n} }; `)} L.tileLayer.wms(o3000.k)`,
  'loops in loops': `${'for (const a of [1, 2, 3, 4, 5, 6, 7, 8]) {'.repeat(40)} L.tileLayer.wms(a) ${'}'.repeat(40)}`,
  'casts in casts': `let q: string = ${'<T>('.repeat(60)}1${')'.repeat(60)}`,
  'a quote that never ends': `"${'\\'.repeat(1_000_000)}`,
  'a comment that never ends': `/*${'*'.repeat(1_000_000)}`,
  'template tags that never end': '{{<%<?php '.repeat(100_000),
};

it.each(Object.entries(hostile))('finds what is plain beside %s', (_, script) => {
  const found = scriptCandidates([{ text: plain + script, file: '' }], null).map(({ url }) => url);
  expect(found).toContain('https://a.example/geoserver/wms');
});

it('reads scripts longer than its limit as text, not as a tree', () => {
  const script = `${plain}${'/* filler */'.repeat(400_000)}`;
  expect(scriptCandidates([{ text: script, file: '' }], null)).toMatchObject([{ rule: 'text' }]);
});

it.each(['html', 'vue', 'md', 'php', 'js', 'ts', 'json'])('never throws on a .%s file of random parts', (ending) => {
  const pieces = [
    '<pre>wms(',
    '<script>',
    '```\n',
    '<?php "',
    '<l-wms :url="',
    '{"url":',
    'new WMSLayer({',
    '`${',
    '/*',
    '<!--',
  ];
  for (const piece of pieces)
    expect(() => fileCandidates(piece.repeat(5_000), { name: `a.${ending}`, pageUrl: null })).not.toThrow();
});
