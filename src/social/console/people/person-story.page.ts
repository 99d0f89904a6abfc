import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import {
  drawBadge,
  drawEmpty,
  drawPictures,
  drawQuote,
  drawTimeline,
  type Moment,
  type Tone,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { stateOf, type AppealStatus } from '../../safety/appeals/appeal.rules.ts';
import { timestampOf } from '../../conversation/chat/chat.rules.ts';
import type { ActKind } from '../../safety/enforcement/act.rules.ts';
import { words } from '../words/common-words.ts';
import { formatDay } from '../words/format-day.ts';
import { decisionWords } from './decision-texts.ts';
import type { PersonFile } from './find-people.ts';
import { drawAppealAnswers } from './person-dialogues.page.ts';
import { peopleTexts as people } from './people-texts.ts';
import { categoryWords, kindWords, storyTexts as texts } from './story-texts.ts';

type Report = PersonFile['reports'][number];

const tones: Partial<Record<ActKind, Tone>> = {
  warn: 'warn',
  hide: 'warn',
  remove_photo: 'warn',
  remove_text: 'warn',
  suspend: 'bad',
  lift: 'good',
  unhide: 'good',
};

/** Renders open appeals and reports with their copied content, then the history, newest first. */
export function drawPersonStory(visit: Visit, file: PersonFile): Html {
  const { say } = visit;
  const mayDecide = visit.may('POST', '/social/people/:id/warn');
  const open = file.reports.filter(({ closedAt }) => closedAt === null);
  const appeals = file.appeals.filter((appeal) => stateOf(appeal) === 'open');
  const moments = tell(visit, file);
  return html`${appeals.map(
      (appeal) =>
        html`<section class="card">
          <div class="row apart">
            <h2>${say(texts.appeal)} ${drawBadge(say(texts.appealOpen), 'warn')}</h2>
            <span class="soft small">${drawTime(appeal.createdAt, visit.language, visit.nowMs)}</span>
          </div>
          ${drawQuote(appeal.text, file.about.name || say(people.erased))}
          ${mayDecide && drawAppealAnswers(visit, file, appeal.id)}
        </section>`,
    )}
    ${open.map((report) => drawOpenReport(visit, file, report, mayDecide))}
    <section class="card">
      <h2>${say(texts.story)}</h2>
      ${
        file.about.reports > file.reports.length &&
        html`<p class="soft">
          ${fill(say(texts.newestShown), { shown: file.reports.length, all: file.about.reports })}
        </p>`
      }
      ${moments.length === 0 ? drawEmpty(say(texts.quiet), say(texts.quietText)) : drawTimeline(moments)}
    </section>`;
}

function drawReporter(visit: Visit, { names }: PersonFile, { reporterId }: Report): Html {
  if (reporterId === null) return html`${visit.say(texts.somebodyGone)}`;
  return html`<a href="${visit.address(`/social/people/${reporterId}`)}"
    >${names.get(reporterId) ?? visit.say(texts.somebodyGone)}</a
  >`;
}

function drawOpenReport(visit: Visit, file: PersonFile, report: Report, mayDecide: boolean): Html {
  const { say, language, nowMs } = visit;
  const { reportedName, reportedAbout, messages } = report;
  const hasChanged = reportedName !== file.about.name || reportedAbout !== file.about.about;
  return html`<section class="card">
    <div class="row apart">
      <h2>${fill(say(texts.openReport), { category: say(categoryWords(report.category)) })}</h2>
      <span class="soft small">${drawTime(report.createdAt, language, nowMs)}</span>
    </div>
    ${drawQuote(report.reason, drawReporter(visit, file, report))}
    ${
      hasChanged &&
      html`<h3>${say(texts.asItWas)}</h3>
        ${drawQuote([reportedName, reportedAbout].filter(Boolean).join('\n'))}`
    }
    ${messages.length > 0 && html`<h3>${say(texts.messages)}</h3>`}
    ${messages.map(({ id, fromReporter, body }) =>
      drawQuote(
        body,
        html`${fromReporter ? say(texts.fromReporter) : (reportedName ?? file.about.name)},
        ${drawTime(new Date(timestampOf(id)), language, nowMs)}`,
      ),
    )}
    ${report.photoId !== null && drawPhotoCopy(visit, report)}
    ${
      mayDecide &&
      drawForm({
        action: visit.address(`/social/people/${file.about.userId}/close-report`),
        token: visit.formToken,
        fields: html`${drawHidden('report', report.id)}
          <div class="row">
            <button type="submit" class="plain slim">${say(decisionWords.closeReport)}</button>
          </div>`,
      })
    }
  </section>`;
}

function drawPhotoCopy(visit: Visit, { id, photoLink }: Report): Html {
  const label = visit.say(texts.photoCopy);
  return html`<h3>${label}</h3>
    ${
      photoLink === null
        ? drawPictures([{ src: visit.address(`/social/reports/${id}/photo`), label }])
        : html`<p>${fill(visit.say(words.elsewhere), { address: photoLink })}</p>`
    }`;
}

/** Builds the history. Open reports and appeals are left out, because they are shown above it. */
function tell(visit: Visit, file: PersonFile): Moment[] {
  const { say, language, nowMs } = visit;
  const settled = file.reports.filter(({ closedAt }) => closedAt !== null);
  const answered = file.appeals.filter((appeal) => stateOf(appeal) !== 'open');
  const told = [
    ...settled.map((report) => ({
      at: report.createdAt,
      title: fill(say(texts.reported), { category: say(categoryWords(report.category)) }),
      detail: html`${drawQuote(report.reason, drawReporter(visit, file, report))}
      ${report.note !== '' && html`<span class="soft">${fill(say(texts.note), { note: report.note })}</span>`}`,
      tone: 'plain' as Tone,
    })),
    ...file.acts.map((act) => ({
      at: act.createdAt,
      title: html`${say(kindWords[act.kind])} ${drawEnd(visit, act)}`,
      detail: html`${act.reason !== '' && drawQuote(act.reason)}<span class="soft"
          >${
            act.staffId === null
              ? say(texts.byRule)
              : fill(say(texts.by), { who: act.staffEmail ?? act.staffId })
          }${act.note !== '' && ` · ${fill(say(texts.note), { note: act.note })}`}</span
        >`,
      tone: tones[act.kind] ?? 'plain',
    })),
    ...answered.map((appeal) => ({
      at: appeal.createdAt,
      title: html`${say(texts.appealed)} ${drawAppealState(visit, stateOf(appeal))}`,
      detail: drawQuote(appeal.text),
      tone: 'plain' as Tone,
    })),
  ];
  return told
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, ...moment }) => ({ ...moment, time: drawTime(at, language, nowMs) }));
}

function drawEnd(visit: Visit, { kind, until }: { kind: ActKind; until: Date | null }): Html | string {
  if (kind !== 'suspend') return '';
  if (until === null) return visit.say(decisionWords.forGood).toLowerCase();
  return fill(visit.say(texts.until), { day: formatDay(until, visit.language) });
}

function drawAppealState({ say }: Visit, state: AppealStatus): Html {
  if (state === 'open') return drawBadge(say(texts.appealOpen), 'warn');
  return state === 'accepted'
    ? drawBadge(say(texts.appealAccepted), 'good')
    : drawBadge(say(texts.appealRefused));
}
