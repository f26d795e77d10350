// A table that scrolls horizontally on narrow pages.
import { type Html, html, type Part } from './html.ts';

/** `id` is the id of its heading. */
export function table(id: string, heads: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const written = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${written}</tbody></table></div>`;
}
