// Two small line charts side by side as SVG: what was found, and at what rate, by width and depth.

export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
}

const colors = ['#1b6ca8', '#d1495b', '#3a7d44'];
const lineHeight = 14;
const size = { width: 360, height: 260, left: 46, right: 62, top: 34, bottom: 40 };

export function drawCharts(charts: readonly Chart[]): string {
  const parts = charts.map(
    (chart, index) => `<g transform="translate(${index * size.width} 0)">\n${draw(chart)}\n</g>`,
  );
  const box = `0 0 ${charts.length * size.width} ${size.height}`;
  const style = 'text{font:12px sans-serif;fill:#333}.t{font-weight:bold}.a{stroke:#bbb;fill:none}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img">\n<title>${charts.map(({ title }) => title).join('; ')}</title>\n<style>${style}</style>\n${parts.join('\n')}\n</svg>\n`;
}

function draw({ title, unit, lines }: Chart): string {
  const top = roundUp(Math.max(...lines.flatMap(({ values }) => values)));
  const count = Math.max(...lines.map(({ values }) => values.length));
  const x = (index: number) => size.left + (index / Math.max(1, count - 1)) * (size.width - size.left - size.right);
  const y = (value: number) => size.height - size.bottom - (value / top) * (size.height - size.top - size.bottom);
  const ticks = [0, top / 2, top].map(
    (value) =>
      `<path class="a" d="M${size.left} ${y(value)}H${size.width - size.right}"/><text x="${size.left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const widths = Array.from(
    { length: count },
    (_, index) =>
      `<text x="${x(index)}" y="${size.height - size.bottom + 16}" text-anchor="middle">${index + 1}</text>`,
  );
  const nameHeights = spread(lines.map(({ values }) => y(values.at(-1) ?? 0) + 4));
  const drawn = lines.map(({ name, values }, index) => {
    const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const color = colors[index % colors.length];
    const label = `<text x="${x(values.length - 1) + 6}" y="${nameHeights[index]?.toFixed(1)}" style="fill:${color}">${name}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="2"/>${label}`;
  });
  const labels = [
    `<text class="t" x="${size.left}" y="18">${title}</text>`,
    `<text x="${(size.left + size.width - size.right) / 2}" y="${size.height - 6}" text-anchor="middle">width${unit}</text>`,
  ];
  return [...labels, ...ticks, ...widths, ...drawn].join('\n');
}

/** Moves labels down until none overlap. */
function spread(heights: readonly number[]): number[] {
  const placed = [...heights];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, height] of [...heights.entries()].sort(([, one], [, other]) => one - other)) {
    last = Math.max(height, last + lineHeight);
    placed[index] = last;
  }
  return placed;
}

function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return Math.ceil(value / step) * step;
}
