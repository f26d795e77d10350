// An SVG health badge for publishers' pages: text as well as color, no scripts, no external resources.
import type { HealthState, Score } from '../../model/monitoring.ts';

const colors: Readonly<Record<HealthState | 'unchecked', string>> = {
  up: '#1a7f37',
  degraded: '#9a6700',
  restricted: '#0550ae',
  down: '#b3261e',
  gone: '#57606a',
  unmonitored: '#57606a',
  unchecked: '#57606a',
};

const label = 'service';
/** Average character width of the 11 px font. */
const characterPx = 6.6;
const marginPx = 12;

export function badgeSvg(state: HealthState | 'unchecked', score: Score | null): string {
  const value = score?.value ?? null;
  const words = value === null ? state : `${state} · ${value}${score?.isProvisional === true ? '*' : ''}`;
  const [left, right] = [label, words].map((text) => Math.round(text.length * characterPx + marginPx)) as [
    number,
    number,
  ];
  const middle = (from: number, width: number) => from + width / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${words}">
<title>${label}: ${words}</title>
<rect width="${left + right}" height="20" rx="3" fill="#24292f"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colors[state]}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${middle(0, left)}" y="14">${label}</text>
<text x="${middle(left, right)}" y="14">${words}</text>
</g>
</svg>
`;
}
