import type { Visit } from '../../../platform/console/console-page.ts';
import { languageNames, languages, type Language, type Words } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import {
  drawCheckbox,
  drawField,
  drawForm,
  drawHidden,
  drawSelect,
  drawTextArea,
} from '../../../platform/pages/form-parts.page.ts';
import { drawDialogue, drawDialogueClose } from '../../../platform/pages/parts.page.ts';
import { words } from '../words/common-words.ts';
import { formatDay } from '../words/format-day.ts';
import { decisionWords as texts } from './decision-texts.ts';
import { isErased } from './person-states.page.ts';
import type { PersonFile } from './find-people.ts';
import { decisionTexts, reasonTexts } from './reason-texts.ts';

/** Dialogue for a decision about a person. */
interface Decision {
  readonly id: string;
  /** Path below `/social/people/:id`. */
  readonly act: string;
  readonly opener: Words;
  readonly openerClass?: string;
  readonly title: Words;
  readonly text: string;
  /** Prepared reasons. Undefined if the person is not notified. */
  readonly reasons?: Readonly<Record<string, Words>>;
  readonly chosen?: string;
  readonly settles?: boolean;
  readonly isDangerous?: boolean;
  readonly extra?: Html;
}

/** Returns the language of notices to a person. */
export const languageOf = (text: string): Language => languages.find((known) => known === text) ?? 'en';

/**
 * Returns the ids of the open reports on this page. Empty if not all are shown; the decision then applies to all open
 * reports.
 */
function shownReports({ about, reports }: PersonFile): string {
  const open = reports.filter(({ closedAt }) => closedAt === null);
  return open.length === about.openReports ? open.map(({ id }) => id).join(',') : '';
}

function drawDecision(visit: Visit, file: PersonFile, decision: Decision): Html {
  const { say } = visit;
  const { id, reasons, settles = false, isDangerous = false } = decision;
  const { about, record } = file;
  const language = languageNames[languageOf(record.language)];
  return drawDialogue({
    id,
    opener: say(decision.opener),
    openerClass: decision.openerClass ?? 'plain',
    title: fill(say(decision.title), { name: about.name }),
    body: html`<p class="wrap">
        ${decision.text}
        ${settles && about.openReports > 0 && fill(say(texts.settles), { count: about.openReports })}
      </p>
      ${drawForm({
        action: visit.address(`/social/people/${about.userId}/${decision.act}`),
        token: visit.formToken,
        layout: 'wide',
        fields: html`${decision.extra} ${settles && drawHidden('reports', shownReports(file))}
          ${
            reasons !== undefined &&
            html`${drawSelect({
              name: 'prepared',
              id: `${id}-prepared`,
              label: say(texts.reason),
              choices: [
                ...Object.entries(reasons).map(([value, words]) => ({ value, label: say(words) })),
                { value: '', label: say(texts.ownWordsAlone) },
              ],
              chosen: visit.given('prepared') || (decision.chosen ?? ''),
            })}
            ${drawTextArea({
              name: 'reason',
              id: `${id}-reason`,
              label: say(texts.ownWords),
              hint: fill(say(texts.reasonHint), { language }),
              value: visit.given('reason'),
              rows: 3,
              required: false,
            })}`
          }
          ${drawField({
            name: 'note',
            id: `${id}-note`,
            label: say(texts.noteForStaff),
            value: visit.given('note'),
            maxLength: 2000,
            required: false,
          })}
          ${
            settles &&
            reasons !== undefined &&
            about.openReports > 0 &&
            drawCheckbox({ name: 'keep_open', id: `${id}-keep`, label: say(texts.keepOpen) })
          }
          <div class="row">
            ${drawDialogueClose(id, say(words.cancel))}
            <button type="submit" class="${isDangerous ? 'danger' : ''}">${say(decision.opener)}</button>
          </div>`,
      })}`,
  });
}

/** Returns the prepared reason for the category of the latest open report. */
const fittingReason = ({ reports }: PersonFile): string => {
  const category = reports.find(({ closedAt }) => closedAt === null)?.category ?? '';
  return Object.hasOwn(reasonTexts, category) ? category : 'rules';
};

const dayMs = 86_400_000;
const spans = [1, 3, 7, 30, 90] as const;

/**
 * Renders the choices for the end of a suspension. Each is a fixed time, so that a second click means the same end. A
 * refused form keeps its time.
 */
function drawSpans(visit: Visit): Html {
  const { say, language, nowMs } = visit;
  const minute = Math.ceil(nowMs / 60_000) * 60_000;
  const givenMs = Date.parse(visit.given('until'));
  const choices = spans.map((days) => {
    const untilMs = minute + days * dayMs;
    const until = new Date(Math.abs(givenMs - untilMs) < dayMs / 2 ? givenMs : untilMs);
    const label = fill(say(days === 1 ? texts.oneDay : texts.days), {
      days,
      day: formatDay(until, language),
    });
    return { value: until.toISOString(), label };
  });
  return html`<div class="fields">
    ${drawSelect({
      name: 'until',
      id: 'suspend-until',
      label: say(texts.howLong),
      choices: [...choices, { value: 'good', label: say(texts.forGood) }],
      chosen: visit.given('until') || (choices[2]?.value ?? ''),
    })}
    ${drawField({
      name: 'until_day',
      id: 'suspend-day',
      type: 'date',
      label: say(texts.untilDay),
      hint: say(texts.untilDayHint),
      value: visit.given('until_day'),
      required: false,
    })}
  </div>`;
}

const longestShown = 60;

function drawTextChoice(visit: Visit, { about, reports }: PersonFile): Html {
  const { say } = visit;
  const messages = new Map(
    reports.flatMap((report) =>
      report.messages.filter(({ fromReporter }) => !fromReporter).map(({ id, body }) => [id, body]),
    ),
  );
  return drawSelect({
    name: 'text',
    id: 'remove-text-which',
    label: say(texts.whichText),
    choices: [
      ...(about.about === '' ? [] : [{ value: 'about', label: say(texts.textAbout) }]),
      { value: 'name', label: say(texts.textName) },
      ...[...messages].map(([id, body]) => ({
        value: id,
        label: fill(say(texts.textMessage), { text: shorten(body) }),
      })),
    ],
  });
}

const shorten = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;

/** Renders the decisions that are possible now, beside the title. */
export function drawDecisions(visit: Visit, file: PersonFile): Html {
  const { say } = visit;
  const { about, record } = file;
  const chosen = fittingReason(file);
  const isWaiting = about.openReports > 0;
  const decisions: (Decision | false)[] = [
    {
      id: 'warn',
      act: 'warn',
      opener: texts.warn,
      openerClass: isWaiting ? '' : 'plain',
      title: texts.warnTitle,
      text: say(texts.warnText),
      reasons: reasonTexts,
      chosen,
      settles: true,
    },
    about.hidden !== 'staff' && {
      id: 'hide',
      act: 'hide',
      opener: texts.hide,
      title: texts.hideTitle,
      text: say(texts.hideText),
      reasons: reasonTexts,
      chosen,
      settles: true,
    },
    about.hidden !== null && {
      id: 'unhide',
      act: 'unhide',
      opener: texts.unhide,
      title: texts.unhideTitle,
      text: say(texts.unhideText),
      reasons: decisionTexts,
      chosen: 'changed',
    },
    !isErased(about) && {
      id: 'remove-text',
      act: 'remove-text',
      opener: texts.removeTextOpener,
      title: texts.removeTextTitle,
      text: say(texts.removeTextText),
      reasons: reasonTexts,
      chosen,
      settles: true,
      isDangerous: true,
      extra: drawTextChoice(visit, file),
    },
    {
      id: 'suspend',
      act: 'suspend',
      opener: texts.suspend,
      openerClass: 'danger',
      title: texts.suspendTitle,
      text: fill(say(texts.suspendText), { seats: record.seats }),
      reasons: reasonTexts,
      chosen,
      settles: true,
      isDangerous: true,
      extra: drawSpans(visit),
    },
    about.suspended && {
      id: 'lift',
      act: 'lift',
      opener: texts.lift,
      title: texts.liftTitle,
      text: say(texts.liftText),
      reasons: decisionTexts,
      chosen: 'changed',
    },
    isWaiting && {
      id: 'dismiss',
      act: 'dismiss',
      opener: texts.dismiss,
      title: texts.dismissTitle,
      text: say(texts.dismissText),
      settles: true,
    },
  ];
  return html`${decisions.map((decision) => decision && drawDecision(visit, file, decision))}`;
}

/** Renders the removal of a photo, below it. */
export const drawPhotoRemoval = (visit: Visit, file: PersonFile, photoId: string): Html =>
  drawDecision(visit, file, {
    id: `photo-${photoId}`,
    act: 'remove-photo',
    opener: texts.removePhoto,
    openerClass: 'plain slim',
    title: texts.removePhotoTitle,
    text: visit.say(texts.removePhotoText),
    reasons: reasonTexts,
    chosen: fittingReason(file),
    settles: true,
    isDangerous: true,
    extra: drawHidden('photo', photoId),
  });

/** Renders the two answers to an appeal. */
export const drawAppealAnswers = (visit: Visit, file: PersonFile, appealId: string): Html =>
  html`<div class="row">
    ${drawDecision(visit, file, {
      id: 'accept',
      act: 'accept-appeal',
      opener: texts.accept,
      title: texts.acceptTitle,
      text: visit.say(texts.acceptText),
      reasons: decisionTexts,
      chosen: 'changed',
      extra: drawHidden('appeal', appealId),
    })}
    ${drawDecision(visit, file, {
      id: 'refuse',
      act: 'refuse-appeal',
      opener: texts.refuse,
      title: texts.refuseTitle,
      text: visit.say(texts.refuseText),
      reasons: decisionTexts,
      chosen: 'stays',
      extra: drawHidden('appeal', appealId),
    })}
  </div>`;
