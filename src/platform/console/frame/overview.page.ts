import { html, type Html } from '../../http/page.ts';
import { drawIcon } from '../../pages/icons.page.ts';
import { askIfReached } from '../../postgres/ask-reached.ts';
import type { ConsolePage, OverviewPart, Visit } from '../console-page.ts';
import { allows, memberRoles, staffKind, staffRoles } from '../people/roles.rules.ts';
import { drawQueue, drawUnreached } from '../tasks/queue.page.ts';
import { readQueue } from '../tasks/read-tasks.ts';
import { taskTexts } from '../tasks/task-texts.ts';
import { consoleTexts } from '../texts/console-texts.ts';
import { menuWords } from '../texts/menu-words.ts';
import { visiblePages, type ConsoleTable } from './console-table.ts';

/**
 * First page for kinds of organisation without their own. Shows the queue and the services' sections for the role, or
 * else the pages of its menu.
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
    const reader = { kind: visit.place.kind, role: visit.role };
    const own = parts.filter(({ grant }) => allows(grant, reader));
    const { tasks } = table();
    const hasTasks = tasks.some(({ grant }) => allows(grant, reader));
    if (own.length === 0 && !hasTasks) return drawTiles(visit, table());
    const [queue, drawn] = await Promise.all([
      readQueue(tasks, visit),
      Promise.all(own.map((part) => askIfReached(() => part.show(visit)))),
    ]);
    const unreached = [
      ...queue.unreached.map(({ name }) => visit.say(name)),
      ...own.filter((_, index) => drawn[index] === undefined).map(({ name }) => visit.say(name)),
    ];
    return {
      title: visit.place.name,
      counts: queue.counts,
      body: html`<section class="stack" id="queue" data-live="10" aria-labelledby="queue-title">
          <h2 id="queue-title">${visit.say(taskTexts.title)}</h2>
          ${drawUnreached(visit, [...new Set(unreached)])}
          ${
            hasTasks
              ? drawQueue(visit, queue, visiblePages(table(), reader))
              : html`<p class="soft">${visit.say(taskTexts.noTasks)}</p>`
          }
        </section>
        ${drawn}`,
    };
  },
});

function drawTiles(visit: Visit, table: ConsoleTable): { title: string; lead: string; body: Html } {
  const texts = consoleTexts[visit.language];
  const pages = visiblePages(table, { kind: visit.place.kind, role: visit.role }).filter(
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
}
