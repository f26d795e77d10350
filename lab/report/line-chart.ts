// One line chart as SVG: lines over numbers, a legend at the right, the same bytes for the same data.

export interface ChartLine {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly ChartLine[];
  /** From the data by default. */
  readonly top?: number;
  /** Equal ratios at equal distances, for numbers of workers. */
  readonly isLogarithmic?: boolean;
}

const size = { width: 640, height: 400, left: 60, right: 150, top: 34, bottom: 44 };
const colors = ['#1b6ca8', '#d1495b', '#3a7d44', '#b07d12', '#6d4c9f', '#1f8a8a', '#a14a76', '#555555'];
const dashes = ['', '6 3', '2 3'];

export function drawLineChart({ title, x, y, lines, top, isLogarithmic = false }: LineChart): string {
  const points = lines.flatMap((line) => line.points);
  const place = (value: number): number => (isLogarithmic ? Math.log2(value) : value);
  const low = Math.min(...points.map(([at]) => place(at)));
  const high = Math.max(...points.map(([at]) => place(at)));
  const most = top ?? niceTop(Math.max(...points.map(([, value]) => value)));
  const across = (value: number): number =>
    size.left + ((place(value) - low) / (high - low || 1)) * (size.width - size.left - size.right);
  const up = (value: number): number =>
    size.height - size.bottom - (value / most) * (size.height - size.top - size.bottom);
  const xTicks = isLogarithmic
    ? [...new Set(points.map(([at]) => at))]
    : [0, 1, 2, 3, 4].map((n) => low + ((high - low) * n) / 4);
  const drawn = lines.map((line, index) => {
    const color = colors[index % colors.length];
    const dash = dashes[Math.floor(index / colors.length) % dashes.length];
    const path = line.points.map(([at, value]) => `${across(at).toFixed(1)},${up(value).toFixed(1)}`).join(' ');
    const style = `fill="none" stroke="${color}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`;
    const at = size.top + 8 + index * 17;
    const edge = size.width - size.right + 10;
    return `<polyline points="${path}" ${style}/><path d="M${edge} ${at}h18" ${style}/><text x="${edge + 24}" y="${at + 4}">${line.name}</text>`;
  });
  const grid = [0, 1, 2, 3, 4].map((n) => {
    const value = (most * n) / 4;
    return `<path class="a" d="M${size.left} ${up(value).toFixed(1)}H${size.width - size.right}"/><text x="${size.left - 6}" y="${(up(value) + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`;
  });
  const marks = xTicks.map(
    (value) =>
      `<text x="${across(value).toFixed(1)}" y="${size.height - size.bottom + 16}" text-anchor="middle">${short(value)}</text>`,
  );
  const labels = [
    `<text class="t" x="${size.left}" y="18">${title}</text>`,
    `<text x="${(size.left + size.width - size.right) / 2}" y="${size.height - 8}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(14 ${size.height / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
  ];
  const style = 'text{font:12px sans-serif;fill:#333}.t{font-weight:bold}.a{stroke:#ddd;fill:none}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img">\n<title>${title}</title>\n<style>${style}</style>\n${[...labels, ...grid, ...marks, ...drawn].join('\n')}\n</svg>\n`;
}

function niceTop(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return Math.ceil(value / step) * step;
}

function short(value: number): string {
  if (Math.abs(value) >= 1000) return `${Number((value / 1000).toFixed(1))}k`;
  return String(Number(value.toFixed(value < 1 ? 3 : 1)));
}
