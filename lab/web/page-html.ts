// A simulated page as HTML: its text, then its links with the words around them.
import type { SimulatedWeb } from './web.ts';

export function pageHtml(web: SimulatedWeb, page: number): string {
  const links = web.linksOf(page).map((target, place) => {
    const around = web.window(page, place, target).split(' ');
    const half = Math.ceil(around.length / 2);
    const link = `<a href="${escapeHtml(web.urlOf(target))}">${web.anchor(page, place, target)}</a>`;
    return `<p>${around.slice(0, half).join(' ')} ${link} ${around.slice(half).join(' ')}</p>`;
  });
  return `<!doctype html>
<html><head><title>${web.title(page)}</title></head>
<body><p>${web.text(page)}</p>
${links.join('\n')}
</body></html>
`;
}

/** Simulated words need no escaping; URLs contain ampersands. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;');
}
