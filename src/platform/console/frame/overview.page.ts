import { html } from '../../http/page.ts';
import { drawIcon } from '../../pages/icons.page.ts';
import type { ConsolePage } from '../console-page.ts';
import { memberRoles, staffKind, staffRoles } from '../people/roles.rules.ts';
import { consoleTexts } from '../texts/console-texts.ts';
import { menuWords } from '../texts/menu-words.ts';
import { visiblePages, type ConsoleTable } from './console-table.ts';

/** What a role can reach, in the order of the menu; for a kind for which no service brings a first page of its own. */
export const overviewPage = (kind: string, table: () => ConsoleTable): ConsolePage => ({
  path: '',
  grant: kind === staffKind ? { staff: staffRoles } : { members: memberRoles, kind },
  menu: { ...menuWords.overview, icon: 'overview' },
  async show(visit) {
    const texts = consoleTexts[visit.language];
    const pages = visiblePages(table(), { kind: visit.place.kind, role: visit.role }).filter(
      ({ path }) => path !== '',
    );
    return {
      title: visit.place.name,
      lead: texts.overviewLead,
      body: html`<nav class="tiles" aria-label="${texts.overview}">
        ${pages.map(
          ({ path, menu }) =>
            menu &&
            html`<a class="tile" href="${visit.address(path)}"
              >${drawIcon(menu.icon)}<strong>${visit.say(menu.label)}</strong
              ><small>${visit.say(menu.hint)}</small></a
            >`,
        )}
        <a class="tile" href="/console/me"
          >${drawIcon('person')}<strong>${texts.myAccount}</strong
          ><small>${texts.secondFactor}, ${texts.sessions}</small></a
        >
      </nav>`,
    };
  },
});
