import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { experiments } from '../experiments.ts';
import { spreadOf } from './experiment.ts';
import { drawLineChart } from './line-chart.ts';
import { reports, writeReport } from './write-report.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);

function kept(folder: string): unknown {
  const result = file(`${folder}/result.json`);
  return existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
}

it.each(reports)('$file is what the kept results say', (report) => {
  expect(readFileSync(file(report.file), 'utf8')).toBe(writeReport(report, experiments, kept));
});

it('every experiment has a page on its method, and its pictures exist', () => {
  for (const { name, section } of experiments) {
    expect(existsSync(file(`${name}/README.md`)), `${name}/README.md`).toBe(true);
    const result = kept(name);
    const pictures = result === null ? [] : [...section(result).matchAll(/\]\((\S+\.svg)\)/g)].map(([, path]) => path!);
    for (const picture of pictures) expect(existsSync(file(picture)), picture).toBe(true);
  }
});

it('the interval of a mean is Student’s', () => {
  const { mean, margin } = spreadOf([1, 2, 3]);
  expect(mean).toBe(2);
  // 4.303 · 1 / √3
  expect(margin).toBeCloseTo(2.48, 1);
  expect(spreadOf([5]).margin).toBe(0);
});

it('draws the same chart for the same data, every line with its name', () => {
  const lines = ['one', 'two'].map((name, index) => ({ name, points: [[1, index] as const, [4, 3] as const] }));
  const chart = drawLineChart({ title: 'T', x: 'x', y: 'y', lines });
  expect(chart).toBe(drawLineChart({ title: 'T', x: 'x', y: 'y', lines }));
  expect(chart).toContain('>one</text>');
  expect(chart.match(/<polyline/g)).toHaveLength(2);
});
