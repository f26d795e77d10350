// Download links below a statistics block: the same data as CSV and as an SVG chart.
import type { Locale } from '../messages/locale.ts';
import { type Html, html } from './html.ts';

export function downloadLinks(base: string, name: string, title: string, { say, language }: Locale): Html {
  return html`<p class="note"><a href="${base}/stats/${name}.csv">${say.statistics.asCsv}<span class="sr">: ${title}</span></a> · <a href="${base}/stats/${name}.svg?lang=${language}">${say.statistics.asSvg}<span class="sr">: ${title}</span></a></p>`;
}
