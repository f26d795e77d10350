// Form fields with labels, and responses to submitted forms.
import { GeotrawlError } from '../../../model/errors.ts';
import type { HttpRequest } from '../../http/request.ts';
import { type HttpResponse, htmlResponse, statusOf } from '../../http/response.ts';
import { localeOf } from '../messages/locale.ts';
import { type Html, html } from './html.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly help?: string;
  /** Validation error of the submitted value. */
  readonly error?: string;
  readonly type?: 'text' | 'password' | 'number';
  readonly isRequired?: boolean;
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string;
}

export function textField(field: Field): Html {
  const { name, value = '', type = 'text', isRequired = false, autocomplete } = field;
  return labelled(
    field,
    html`<input id="f-${name}" name="${name}" type="${type}"${type === 'number' ? html` min="0"` : null} value="${value}"${described(field)}${isRequired ? html` required` : null}${autocomplete === undefined ? null : html` autocomplete="${autocomplete}"`}>`,
  );
}

export function textArea(field: Field, rows = 3): Html {
  const { name, value = '' } = field;
  return labelled(
    field,
    html`<textarea id="f-${name}" name="${name}" rows="${rows}" spellcheck="false"${described(field)}>${value}</textarea>`,
  );
}

export function selectField(field: Field, options: readonly (readonly [value: string, label: string])[]): Html {
  const { name, value = '' } = field;
  const choices = options.map(
    ([each, label]) => html`<option value="${each}"${each === value ? html` selected` : null}>${label}</option>`,
  );
  return labelled(field, html`<select id="f-${name}" name="${name}"${described(field)}>${choices}</select>`);
}

export function checkBox({ name, label, value = 'on' }: Field, isChecked = false): Html {
  return html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${isChecked ? html` checked` : null}><span>${label}</span></label>`;
}

function described({ name, help, error }: Field): Html | null {
  const ids = [...(error === undefined ? [] : [`e-${name}`]), ...(help === undefined ? [] : [`h-${name}`])];
  if (ids.length === 0) return null;
  return html` aria-describedby="${ids.join(' ')}"${error === undefined ? null : html` aria-invalid="true"`}`;
}

function labelled({ name, label, help, error }: Field, control: Html): Html {
  return html`<div class="field-row"><label for="f-${name}">${label}</label>${control}${error === undefined ? null : html`<p class="complaint" id="e-${name}">${error}</p>`}${help === undefined ? null : html`<p class="note" id="h-${name}">${help}</p>`}</div>`;
}

export function complaint(text: string | null): Html | null {
  return text === null ? null : html`<p class="complaint" role="alert">${text}</p>`;
}

/** A form with a single button. */
export function buttonForm(
  action: string,
  label: string,
  options: { readonly spoken?: string; readonly style?: string } = {},
): Html {
  const { spoken, style } = options;
  return html`<form method="post" action="${action}"><button type="submit"${style === undefined ? null : html` class="${style}"`}${spoken === undefined ? null : html` aria-label="${spoken}"`}>${label}</button></form>`;
}

/** Redirects after a successful form (303), so that reloading doesn't submit it twice. */
export function seeOther(url: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 303, type: '', body: '', headers: { location: url, ...headers } };
}

/** Shows the form again with the reason of an expected failure; other errors are rethrown. */
export async function orAgain(
  request: HttpRequest,
  work: () => Promise<HttpResponse>,
  again: (complaint: string, error: GeotrawlError) => string | Promise<string>,
): Promise<HttpResponse> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof GeotrawlError ? statusOf(error) : null;
    const isForms = error instanceof GeotrawlError && status !== null && !elsewhere.has(error.code);
    if (!isForms) throw error;
    return htmlResponse(await again(localeOf(request).say.errors.words(error), error), status);
  }
}

const elsewhere: ReadonlySet<string> = new Set(['access.needed', 'access.denied', 'access.origin', 'task.not-found']);
