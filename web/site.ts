// For every page: theme, copy buttons, selects that submit at once, adding layers to the map.
import { addLayer, hasLayer } from './basket.ts';

const themes = ['light', 'dark'] as const;

for (const element of document.querySelectorAll<HTMLElement>('[data-copy], [data-add], [data-copy-here], .with-script'))
  element.hidden = false;
for (const element of document.querySelectorAll<HTMLElement>('.without-script')) element.hidden = true;

for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-submit]'))
  select.addEventListener('change', () => select.form?.requestSubmit());

for (const button of document.querySelectorAll<HTMLElement>('[data-add]'))
  if (hasLayer(button.dataset.add!, button.dataset.layer!)) markAdded(button);

document.addEventListener('click', (event) => {
  const target = (event.target as Element | null)?.closest<HTMLElement>('[data-copy], [data-add], [data-copy-here]');
  if (!target) return;
  if (target.dataset.add !== undefined) {
    addLayer(target.dataset.add, target.dataset.layer!);
    markAdded(target);
  } else void copy(target.dataset.copy ?? location.href, target);
});

function markAdded(button: HTMLElement): void {
  button.classList.add('is-done');
  button.setAttribute('aria-pressed', 'true');
}

/** The clipboard may be unavailable (no https): then the text is shown for copying by hand. */
async function copy(text: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.classList.add('is-done');
    setTimeout(() => button.classList.remove('is-done'), 2000);
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    prompt('', text);
  }
}

/** Keeps empty fields and defaults out of the URL. */
document.querySelector<HTMLFormElement>('form#search')?.addEventListener('formdata', ({ formData }) => {
  for (const name of new Set(formData.keys())) {
    const values = formData.getAll(name).filter((value) => value !== '');
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
  for (const [name, usual] of [
    ['relation', 'intersects'],
    ['each', 'resource'],
    ['sort', 'relevance'],
  ] as const)
    if (formData.get(name) === usual) formData.delete(name);
});

const toggle = document.querySelector<HTMLButtonElement>('#theme');
const stored = localStorage.getItem('theme');
if (stored !== null) document.documentElement.dataset.theme = stored;
if (toggle !== null) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const now = document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
    const next = themes.find((theme) => theme !== now)!;
    document.documentElement.dataset.theme = next;
    localStorage.setItem('theme', next);
    dispatchEvent(new CustomEvent('themechange'));
  });
}
