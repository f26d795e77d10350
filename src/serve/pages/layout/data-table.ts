// Tables that scroll horizontally on narrow pages.
import { type Html, html, type Part } from './html.ts';

/** The id of the table's heading, or a label. */
type TableName = { readonly id: string } | { readonly label: string };

/** Rows are `tr` elements. A column of buttons has no heading. */
export function scrollTable(name: TableName, heads: readonly string[], rows: readonly Html[], style?: string): Html {
  const label = 'id' in name ? html`aria-labelledby="${name.id}"` : html`aria-label="${name.label}"`;
  const written = heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`));
  return html`<div class="scroll" tabindex="0" role="region" ${label}><table${style === undefined ? null : html` class="${style}"`}><thead><tr>${written}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** A formatted number, aligned to the end of its column. */
export interface NumberCell {
  readonly number: string | number;
}
type Cell = Part | NumberCell;

/** A row that begins with its heading. */
export function headedRow(heading: Part, ...cells: readonly Cell[]): Html {
  return html`<tr><th scope="row">${heading}</th>${cells.map(written)}</tr>\n`;
}

export function plainRow(...cells: readonly Cell[]): Html {
  return html`<tr>${cells.map(written)}</tr>\n`;
}

function written(cell: Cell): Html {
  const isNumber = typeof cell === 'object' && cell !== null && 'number' in cell;
  return isNumber ? html`<td class="number">${cell.number}</td>` : html`<td>${cell}</td>`;
}
