// Charts and maps of the statistics as SVG files for slides and reports. They are always light, whatever theme the page has.
import { element, leaf } from '../formats/xml-text.ts';
import { landOutline } from './land-outline.ts';
import { type DensityMap, type HostBubble, mapSize } from './map-shapes.ts';

type Color = readonly [red: number, green: number, blue: number];

const text = '#16242b';
const muted = '#4c5f67';
const accent: Color = [11, 92, 102];
const sea = '#eaf3f6';
const land: Color = [214, 224, 212];
const warm = '#9a4a00';

const margin = 16;
const rowHeight = 24;
const chartWidth = 720;
const labelWidth = 260;

interface Bar {
  readonly label: string;
  readonly count: number;
}

type FormatCount = (count: number) => string;

/** Horizontal bars with their counts, in the given order. */
export function barChart(title: string, bars: readonly Bar[], format: FormatCount): string {
  const counts = bars.map(({ count }) => format(count));
  const countWidth = Math.max(0, ...counts.map(textWidth));
  const longest = chartWidth - 3 * margin - labelWidth - countWidth;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ label, count }, n) => {
    const y = margin + rowHeight * (n + 1);
    const width = Math.max(1, Math.round((longest * count) / most));
    return element(
      'g',
      {},
      leaf('title', `${label}: ${counts[n]}`),
      leaf('text', truncate(label, labelWidth - 8), { x: margin, y: y + 16 }),
      element('rect', { x: margin + labelWidth, y: y + 4, width, height: rowHeight - 8, fill: hex(accent) }),
      leaf('text', counts[n]!, { x: chartWidth - margin, y: y + 16, fill: muted, 'text-anchor': 'end' }),
    );
  });
  const heading = leaf('text', truncate(title, chartWidth - 2 * margin), {
    x: margin,
    y: margin + 12,
    'font-weight': 'bold',
  });
  return svgDocument(title, [chartWidth, 2 * margin + rowHeight * (bars.length + 1)], [heading, ...rows]);
}

/** Pixels below a map for its legend. */
const legendHeight = 36;
const mapWidth = 1000;
const mapHeight = (mapWidth * mapSize.height) / mapSize.width;

export function densityChart(title: string, { runs, levels }: DensityMap, format: FormatCount): string {
  const shade = (level: number) => hex(mix(land, accent, level / Math.max(1, levels.length)));
  const cells = runs.map(({ level, ...box }) => element('rect', { ...box, fill: shade(level) }));
  const coast = element('path', { d: landOutline, fill: 'none', stroke: muted, 'stroke-opacity': 0.6 });
  let x = margin;
  const legend = levels.map(([from, to], n) => {
    const range = from === to ? format(from) : `${format(from)}–${format(to)}`;
    const swatch = element('rect', { x, y: mapHeight + 11, width: 14, height: 14, fill: shade(n + 1) });
    const label = leaf('text', range, { x: x + 20, y: mapHeight + 23 });
    x += 20 + textWidth(range) + 18;
    return swatch + label;
  });
  return mapDocument(title, [element('g', { 'shape-rendering': 'crispEdges' }, ...cells), coast], legend);
}

/** `caption` is written below the map, `describe` names a country and its count. */
export function hostChart(
  title: string,
  bubbles: readonly HostBubble[],
  caption: string,
  describe: (bubble: HostBubble) => string,
): string {
  const circles = bubbles.map((bubble) => {
    const center = { cx: Math.round(bubble.x), cy: Math.round(bubble.y), fill: warm };
    const area = element(
      'circle',
      { ...center, r: Math.round(bubble.radius), 'fill-opacity': 0.55 },
      leaf('title', describe(bubble)),
    );
    return area + element('circle', { ...center, r: 2 });
  });
  const words = leaf('text', truncate(caption, mapWidth - 2 * margin), { x: margin, y: mapHeight + 23 });
  return mapDocument(title, circles, [words]);
}

function mapDocument(title: string, shapes: readonly string[], legend: readonly string[]): string {
  const map = element(
    'svg',
    { width: mapWidth, height: mapHeight, viewBox: `0 0 ${mapSize.width} ${mapSize.height}` },
    element('rect', { width: mapSize.width, height: mapSize.height, fill: sea }),
    element('path', { d: landOutline, fill: hex(land), 'fill-rule': 'evenodd' }),
    ...shapes,
  );
  return svgDocument(title, [mapWidth, mapHeight + legendHeight], [map, ...legend]);
}

/** Presentation attributes only: the Content-Security-Policy forbids inline styles. */
function svgDocument(title: string, size: readonly [number, number], content: readonly string[]): string {
  const [width, height] = size;
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-labelledby': 'title',
    'font-family': 'system-ui, "DejaVu Sans", Verdana, sans-serif',
    'font-size': fontSize,
    fill: text,
  };
  const background = element('rect', { width, height, fill: '#ffffff' });
  return element('svg', frame, leaf('title', title, { id: 'title' }), background, ...content);
}

const fontSize = 13;

/** An estimate in pixels, on the wide side; Chinese, Japanese and Korean characters are square. */
function textWidth(words: string): number {
  return [...words].reduce((sum, character) => sum + (character >= '\u2e80' ? fontSize : 0.6 * fontSize), 0);
}

function truncate(words: string, maxWidth: number): string {
  if (textWidth(words) <= maxWidth) return words;
  let [end, width] = [0, textWidth('…')];
  for (const character of words) {
    width += textWidth(character);
    if (width > maxWidth) break;
    end += character.length;
  }
  return `${words.slice(0, end).trimEnd()}…`;
}

function mix(from: Color, to: Color, share: number): Color {
  const channel = (n: 0 | 1 | 2) => Math.round(from[n] + (to[n] - from[n]) * share);
  return [channel(0), channel(1), channel(2)];
}

function hex(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
