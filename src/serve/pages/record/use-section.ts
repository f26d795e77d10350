// How to use a record in common tools.
import type { Resource } from '../../../model/resource.ts';
import { layerDefinition } from '../../formats/qgis.ts';
import { pageUrl } from '../../formats/record-url.ts';
import { snippet, snippetForms } from '../../formats/snippets.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageSetting } from '../layout/page-setting.ts';

export function useSection(record: Resource, { base, locale: { say } }: PageSetting): Html {
  const lines = snippetForms.flatMap((form) => {
    const text = snippet(record, form);
    return text === null
      ? []
      : [
          html`<dt>${say.record[form]}</dt><dd><pre tabindex="0"><code>${text}</code></pre> <button type="button" hidden data-copy="${text}">${say.record.copy}<span class="sr">: ${say.record[form]}</span></button></dd>\n`,
        ];
  });
  const qgis = layerDefinition(record) !== null;
  return html`${qgis ? html`<p><a class="button" href="${pageUrl(base, record.id)}/layers.qlr" download>${say.record.openQgis}</a> <span class="note">${say.record.qgisSteps}</span></p>` : null}
<dl class="snippets">${lines}</dl>`;
}
