// A table that scrolls by itself where the page is narrow.
import { type Html, html, type Part } from './html.ts';

/** `id` is that of the heading it stands under. */
export function table(id: string, heads: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const written = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${written}</tbody></table></div>`;
}
