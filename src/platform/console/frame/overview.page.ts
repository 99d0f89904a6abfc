import { html } from '../../http/page.ts';
import { drawIcon } from '../../pages/icons.page.ts';
import type { ConsolePage, OverviewPart } from '../console-page.ts';
import { allows, memberRoles, staffKind, staffRoles } from '../people/roles.rules.ts';
import { consoleTexts } from '../texts/console-texts.ts';
import { menuWords } from '../texts/menu-words.ts';
import { visiblePages, type ConsoleTable } from './console-table.ts';

/**
 * First page for kinds of organisation without their own. Shows the services' sections for the role, or else the pages
 * of its menu.
 */
export const overviewPage = (
  kind: string,
  table: () => ConsoleTable,
  parts: readonly OverviewPart[],
): ConsolePage => ({
  path: '',
  grant: kind === staffKind ? { staff: staffRoles } : { members: memberRoles, kind },
  menu: { ...menuWords.overview, icon: 'overview' },
  async show(visit) {
    const texts = consoleTexts[visit.language];
    const pages = visiblePages(table(), { kind: visit.place.kind, role: visit.role }).filter(
      ({ path }) => path !== '',
    );
    const told = await Promise.all(
      parts
        .filter(({ grant }) => allows(grant, { kind: visit.place.kind, role: visit.role }))
        .map((part) => part.show(visit)),
    );
    if (told.length > 0) return { title: visit.place.name, body: html`${told}` };
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
