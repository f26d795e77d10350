// Links below a block of the statistics: the same as numbers and as a picture.
import { type Html, html } from './layout/html.ts';
import type { Locale } from './messages/locale.ts';

export function takeAway(base: string, name: string, title: string, { say, language }: Locale): Html {
  return html`<p class="note"><a href="${base}/stats/${name}.csv">${say.statistics.asCsv}<span class="sr">: ${title}</span></a> · <a href="${base}/stats/${name}.png?lang=${language}">${say.statistics.asPng}<span class="sr">: ${title}</span></a></p>`;
}
