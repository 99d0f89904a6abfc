import { html } from '../../http/page.ts';
import { drawSearch } from '../../pages/form-parts.page.ts';
import { drawCopyable, drawEmpty, drawTable } from '../../pages/parts.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePage, Visit } from '../console-page.ts';
import type { OrganisationSource } from '../organisations.ts';
import { consoleTexts } from '../texts/console-texts.ts';
import { menuWords } from '../texts/menu-words.ts';

const pageSize = 50;

/** Lists the organisations, so that staff can invite the first owner of a new one. */
export const organisationPages = (context: ConsoleContext): readonly ConsolePage[] =>
  context.organisations.sources.length === 0
    ? []
    : [
        {
          path: '/organisations',
          grant: { staff: ['admin', 'support', 'viewer'] },
          menu: { ...menuWords.organisations, icon: 'organisation' },
          async show(visit) {
            const lists = await Promise.all(
              context.organisations.sources.map((source) => drawSource(visit, source)),
            );
            const texts = consoleTexts[visit.language];
            return {
              title: texts.organisations,
              lead: texts.organisationsLead,
              body: html`<div class="filters">
                  ${drawSearch({
                    action: visit.address('/organisations'),
                    label: texts.searchOrganisations,
                    button: texts.search,
                    value: visit.query('q').slice(0, 200),
                  })}
                </div>
                ${lists}`,
            };
          },
        },
      ];

async function drawSource(visit: Visit, source: OrganisationSource) {
  const texts = consoleTexts[visit.language];
  const text = visit.query('q').trim().slice(0, 200);
  const after = visit.query('kind') === source.kind ? visit.query('after') : '';
  const found = await source.list({ text, after: after === '' ? undefined : after, limit: pageSize + 1 });
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  const query = new URLSearchParams({ q: text, kind: source.kind, after: last?.id ?? '' });
  return html`<section class="stack">
    <h2>${visit.say(source.title)}</h2>
    ${drawTable({
      caption: visit.say(source.title),
      columns: [{ label: texts.name, kind: 'name' }, { label: texts.id }],
      rows: shown.map(({ id, name }) => [
        html`<a href="${visit.address(`/organisations/${source.kind}/${encodeURIComponent(id)}`)}"
          >${name}</a
        >`,
        drawCopyable(id, texts.copy),
      ]),
      empty: drawEmpty(texts.nothingFound, texts.nothingFoundText),
    })}
    ${
      found.length > pageSize &&
      html`<p class="pages">
        <a class="button plain" href="${visit.address(`/organisations?${query.toString()}`)}"
          >${texts.next}</a
        >
      </p>`
    }
  </section>`;
}
