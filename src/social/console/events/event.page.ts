import type {
  ActingVisit,
  ConsoleAct,
  ConsolePage,
  View,
  Visit,
} from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { isId } from '../../../platform/ids.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { drawDialogue, drawDialogueClose, drawFacts, drawQuote } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { maximumImageBytes } from '../../../platform/images/image-fault.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { findCity } from '../../people/cities/find-city.ts';
import { cancelEvent, changeEvent, createEvent } from '../../events/change-event.ts';
import { readEventId, remainingPlaces, type Event } from '../../events/event.rules.ts';
import { changeEventBody, createEventBody } from '../../events/event.schemas.ts';
import { getEvent } from '../../events/list-events.ts';
import { storeEventPicture } from '../../events/pictures/event-picture.ts';
import { closeReport } from '../../safety/reports/close-report.ts';
import { listReports, type ReportRow } from '../../safety/reports/list-reports.ts';
import { reportOutcomes, type ReportOutcome } from '../../safety/reports/report.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { categoryWords, outcomeWords } from '../people/story-texts.ts';
import { words } from '../words/common-words.ts';
import { moderators, readers } from '../words/social-roles.ts';
import { drawEventForm, eventInputs, readEventForm } from './event-form.page.ts';
import { drawEventState, formatWhen } from './event-list.page.ts';
import { eventActs, eventReportTexts as reportTexts, eventTexts as texts } from './event-texts.ts';

const newPath = '/social/events/new';
const onePath = '/social/events/:id';
const mostReports = 50;

export const eventPages = (context: SocialContext): readonly ConsolePage[] => [
  {
    path: newPath,
    grant: moderators,
    show: async (visit): Promise<View> => ({
      title: visit.say(texts.newEvent),
      body: drawEventForm(context, visit),
    }),
  },
  { path: onePath, grant: readers, show: (visit) => showEvent(context, visit) },
];

const eventOf = (context: SocialContext, { parameters }: Visit): Promise<Event> =>
  getEvent(context, readEventId(parameters('id')), undefined);

async function showEvent(context: SocialContext, visit: Visit): Promise<View> {
  const event = await eventOf(context, visit);
  const mayChange = visit.may('POST', `${onePath}/change`);
  const page = { closed: false, event: event.id, limit: mostReports } as const;
  const { reports } = await listReports(context, page);
  const isOpen = event.status !== 'EventCancelled' && event.endsAt.getTime() > visit.nowMs;
  return {
    title: event.name,
    lead: `${formatWhen(event, visit.language)} · ${event.venueName}, ${event.city}, ${event.state}`,
    ...(mayChange && isOpen ? { acts: drawCancel(visit, event) } : {}),
    body: html`<div class="story">
      <div class="stack">
        ${reports.length > 0 && drawEventReports(visit, event, reports)}
        ${mayChange ? drawEventForm(context, visit, event) : html`<p class="card wrap">${event.description}</p>`}
      </div>
      <div class="stack">
        ${reports.length > 0 && drawEventReports(visit, event, reports)}
        ${drawEventFacts(context, visit, event)}
      </div>
    </div>`,
  };
}

function drawEventReports(visit: Visit, event: Event, reports: readonly ReportRow[]): Html {
  const { say, language, nowMs } = visit;
  const mayClose = visit.may('POST', `${onePath}/close-report`);
  const button = (outcome: ReportOutcome): Html =>
    html`<button type="submit" class="plain slim" name="outcome" value="${outcome}">
      ${say(outcomeWords[outcome])}
    </button>`;
  return html`<section class="card">
    <h2>${say(reportTexts.title)}</h2>
    <p class="soft">${say(reportTexts.hint)}</p>
    ${reports.map(
      (report) => html`
        ${drawQuote(
          report.reason,
          html`${say(categoryWords(report.category))}, ${drawTime(report.created_at, language, nowMs)}`,
        )}
        ${
          (report.reported_name !== event.name || report.reported_about !== event.description) &&
          html`<p class="soft">${say(reportTexts.asItWas)}:</p>
            ${drawQuote([report.reported_name, report.reported_about].filter(Boolean).join('\n'))}`
        }
        ${
          mayClose &&
          drawForm({
            action: visit.address(`/social/events/${event.id}/close-report`),
            token: visit.formToken,
            fields: html`${drawHidden('report', report.id)}
              <div class="row">${button('no_breach')} ${button('action_taken')}</div>`,
          })
        }
      `,
    )}
  </section>`;
}

function drawCancel(visit: Visit, event: Event): Html {
  const { say } = visit;
  return drawDialogue({
    id: 'cancel-event',
    opener: say(texts.cancelEvent),
    openerClass: 'danger',
    title: fill(say(texts.cancelTitle), { name: event.name }),
    body: html`<p class="wrap">
        ${fill(say(texts.cancelText), { going: event.participants, waiting: event.waiting })}
      </p>
      ${drawForm({
        action: visit.address(`/social/events/${event.id}/cancel`),
        token: visit.formToken,
        layout: 'wide',
        fields: html`<div class="row">
          ${drawDialogueClose('cancel-event', say(texts.goBack))}
          <button type="submit" class="danger">${say(texts.cancelEvent)}</button>
        </div>`,
      })}`,
  });
}

function drawEventFacts(context: SocialContext, visit: Visit, event: Event): Html {
  const { say } = visit;
  const left = remainingPlaces(event);
  const image = event.image;
  const { pathname } = new URL(context.baseUrl);
  return html`<section class="card">
      <h2>${say(texts.facts)}</h2>
      ${drawFacts([
        [say(words.state), drawEventState(visit, event)],
        [say(texts.going), String(event.participants)],
        [say(texts.waiting), String(event.waiting)],
        [say(texts.free), left === null ? say(texts.noLimit) : String(left)],
        [say(texts.number), String(event.id)],
        [say(texts.lastChanged), drawTime(event.updatedAt, visit.language, visit.nowMs)],
      ])}
    </section>
    ${
      image !== null &&
      html`<section class="card">
        <h2>${say(texts.picture)}</h2>
        ${
          image.startsWith('/')
            ? html`<img class="cover" src="${pathname}${image}" alt="${event.name}" />`
            : html`<p class="wrap">${fill(say(words.elsewhere), { address: image })}</p>`
        }
      </section>`
    }`;
}

/** Largest form in bytes: the largest picture and the other fields. */
const mostFormBytes = maximumImageBytes + 1024 * 1024;

/** Stores the uploaded picture and returns its full address, as the API shows it. */
async function readPicture(context: SocialContext, visit: ActingVisit): Promise<string | undefined> {
  const bytes = visit.file('picture');
  return bytes && linkUrl(context, await storeEventPicture(context, bytes, 'picture'));
}

export function eventActsOf(context: SocialContext): readonly ConsoleAct[] {
  const recorder = (visit: ActingVisit) => {
    const state = { isDone: false };
    return {
      state,
      recorded: async (tx: Parameters<ActingVisit['record']>[0], { id, name }: Event) => {
        await visit.record(tx, { subject: `${id}`, detail: { name } });
        state.isDone = true;
      },
    };
  };
  return [
    {
      path: `${newPath}/create`,
      grant: moderators,
      fresh: false,
      name: 'event.created',
      label: eventActs['event.created'],
      mostBytes: mostFormBytes,
      subjectPage: onePath,
      page: newPath,
      inputs: eventInputs,
      async perform(visit, fields) {
        const { state, recorded } = recorder(visit);
        const city = await findCity(context.sql, fields('city'));
        const picture = await readPicture(context, visit);
        const input = requireBody(createEventBody, readEventForm(visit, fields, city, { picture }));
        const once = fields('once');
        const event = await createEvent(context, input, {
          recorded,
          ...(isId(once) ? { formId: once } : {}),
        });
        return { to: `/social/events/${event.id}`, isRepeated: !state.isDone };
      },
    },
    {
      path: `${onePath}/change`,
      grant: moderators,
      fresh: false,
      name: 'event.changed',
      label: eventActs['event.changed'],
      mostBytes: mostFormBytes,
      subjectPage: onePath,
      page: onePath,
      inputs: eventInputs,
      async perform(visit, fields) {
        const { state, recorded } = recorder(visit);
        const before = await eventOf(context, visit);
        const city = await findCity(context.sql, fields('city'));
        const picture = await readPicture(context, visit);
        const input = requireBody(changeEventBody, readEventForm(visit, fields, city, { before, picture }));
        const revision = Number(fields('revision'));
        const known = Number.isSafeInteger(revision) ? { revision } : {};
        const event = await changeEvent(context, before.id, input, { recorded, ...known });
        return { to: `/social/events/${event.id}`, isRepeated: !state.isDone };
      },
    },
    {
      path: `${onePath}/close-report`,
      grant: moderators,
      fresh: false,
      name: 'event_report.closed',
      label: eventActs['event_report.closed'],
      subjectPage: onePath,
      page: onePath,
      async perform(visit, fields) {
        const { id } = await eventOf(context, visit);
        const { reports } = await listReports(context, { closed: false, event: id, limit: mostReports });
        const report = reports.find((one) => one.id === fields('report'));
        if (!report) throw problem('case_settled');
        const outcome = reportOutcomes.find((one) => one === fields('outcome'));
        await closeReport(context, report.id, { note: '', outcome }, visit.person.id, (tx) =>
          visit.record(tx, { subject: `${id}`, detail: { report: report.id } }),
        );
        return { to: `/social/events/${id}` };
      },
    },
    {
      path: `${onePath}/cancel`,
      grant: moderators,
      fresh: false,
      name: 'event.cancelled',
      label: eventActs['event.cancelled'],
      subjectPage: onePath,
      page: onePath,
      async perform(visit) {
        const { state, recorded } = recorder(visit);
        const event = await cancelEvent(context, readEventId(visit.parameters('id')), recorded);
        return { to: `/social/events/${event.id}`, isRepeated: !state.isDone };
      },
    },
  ];
}
