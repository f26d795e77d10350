// The search page: the map beside the results, boxes drawn or pasted. The map is loaded only if it is visible.

const target = document.querySelector<HTMLElement>('#map');
const sides = ['w', 's', 'e', 'n'].map((side) => document.querySelector<HTMLInputElement>(`#side-${side}`)!);

/** Four numbers pasted into any of the fields fill all of them. */
for (const field of sides)
  field.addEventListener('paste', (event) => {
    const numbers = (event.clipboardData?.getData('text') ?? '').match(/-?\d+(?:\.\d+)?/g) ?? [];
    if (numbers.length !== 4) return;
    event.preventDefault();
    for (const [n, each] of sides.entries()) each.value = numbers[n]!;
  });

const clear = document.querySelector<HTMLButtonElement>('#clear-area');
if (clear !== null) {
  clear.hidden = false;
  clear.addEventListener('click', () => {
    for (const side of sides) side.value = '';
    clear.form?.requestSubmit();
  });
}

if (target !== null) {
  const filters = document.querySelector<HTMLDetailsElement>('details.filters');
  if (filters !== null && matchMedia('(max-width: 50rem)').matches) filters.open = false;
  // Below the fold the map is loaded when the user scrolls to it.
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    void import('./search-map.ts').then(({ openSearchMap }) => openSearchMap(target, sides));
  });
  seen.observe(target.parentElement!);
}

export {};
