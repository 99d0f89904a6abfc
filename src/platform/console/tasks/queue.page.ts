import { html, type Html } from '../../http/page.ts';
import { fill } from '../../pages/fill-text.ts';
import { drawBadge, drawChips, drawEmpty, drawNotice, drawTable, type Tone } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import type { MenuEntry, Task, Visit } from '../console-page.ts';
import { formatCount, type Queue } from './read-tasks.ts';
import { harmWords, taskTexts as texts } from './task-texts.ts';
import type { Harm } from './harm.rules.ts';

const tones: Readonly<Record<Harm, Tone>> = { person: 'bad', loss: 'bad', waiting: 'warn', check: 'plain' };

/** Renders the queue of a role that has tasks. `pages` are the entries of its menu. */
export function drawQueue(
  visit: Visit,
  { tasks, counts }: Queue,
  pages: readonly { readonly path: string; readonly menu?: MenuEntry }[],
): Html {
  const { say } = visit;
  return html`<p class="soft">${say(texts.order)}</p>
    ${drawTable({
      caption: say(texts.title),
      columns: [
        { label: say(texts.what), kind: 'name' },
        { label: say(texts.harm) },
        { label: say(texts.since) },
        { label: say(texts.act), kind: 'acts' },
      ],
      rows: tasks.map((task) => drawTask(visit, task)),
      empty: drawEmpty(say(texts.none), say(texts.noneText)),
    })}
    ${
      counts.size > 0 &&
      drawChips(
        say(texts.more),
        pages.flatMap(({ path, menu }) => {
          const count = counts.get(path);
          return menu === undefined || count === undefined
            ? []
            : [
                {
                  label: `${say(menu.label)}: ${formatCount(count)}`,
                  href: visit.address(path),
                  isCurrent: false,
                },
              ];
        }),
      )
    }`;
}

const drawTask = ({ say, language, nowMs }: Visit, { harm, since, what, detail, act }: Task) => [
  html`<span
    >${what}${detail !== undefined && detail !== '' && html`<br /><span class="soft small">${detail}</span>`}</span
  >`,
  drawBadge(say(harmWords[harm]), tones[harm]),
  since === undefined ? say(texts.unknown) : drawTime(since, language, nowMs),
  act,
];

/** Names what is missing because a database does not answer. */
export const drawUnreached = (visit: Visit, names: readonly string[]): Html | false =>
  names.length > 0 && drawNotice(fill(visit.say(texts.unreached), { names: names.join(', ') }), 'warn');

export const linkTask = (href: string, label: string): Html =>
  html`<a class="button plain slim" href="${href}">${label}</a>`;
