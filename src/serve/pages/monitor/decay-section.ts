// Growth and decay on the monitoring page: by month, by country, by server ([ATF] section 6.3).
import type { Decay, DecayGroup } from '../../../monitor/health/decay.ts';
import { table } from '../layout/data-table.ts';
import { facetValue } from '../layout/facet-words.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';

interface DecayParts {
  readonly setting: PageSetting;
  readonly decay: Decay;
}

const [shownMonths, shownGroups] = [12, 10];

export function decaySection({ setting, decay }: DecayParts): Html | null {
  const { base, locale } = setting;
  const say = locale.say.data.monitor.decay;
  if (decay.months.length === 0) return null;
  const count = (number: number) => html`<span class="number">${locale.number(number)}</span>`;
  const months = decay.months
    .slice(-shownMonths)
    .map(({ month, found, died, revived, alive }) => [month, ...[found, died, revived, alive].map(count)]);
  const groups = (id: string, head: string, of: readonly DecayGroup[], nameOf: (name: string) => string) => {
    const rows = of
      .slice(0, shownGroups)
      .map(({ name, found, died, revived, resources, up, down }) => [
        html`<span dir="auto">${nameOf(name) || say.unknown}</span>`,
        ...[found, died, revived, resources, up, down].map(count),
      ]);
    return html`<p class="note" id="${id}">${head}</p>${table(id, [head, say.born, say.died, say.revived, say.now, say.up, say.down], rows)}`;
  };
  const csv = `${base}/api/v1/stats/decay?f=csv`;
  return html`<section aria-labelledby="decay"><h2 id="decay">${say.title}</h2><p class="note">${say.note}</p>
${table('decay', [say.month, say.born, say.died, say.revived, say.alive], months)}
${groups('decay-countries', say.country, decay.countries, (name) => (name === '' ? '' : facetValue('country', name, locale)))}
${groups('decay-servers', say.server, decay.servers, (name) => name)}
<ul class="links"><li><a href="${csv}">${say.csv}</a></li><li><a href="${base}/api/v1/stats/decay">${say.json}</a></li></ul></section>`;
}
