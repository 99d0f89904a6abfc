import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton, type ButtonProperties } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawIcon } from '../parts/icon.ts';
import { copyAddress } from '../parts/own-address.ts';
import { Photo } from '../parts/photo.ts';
import { drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { Sheet } from '../parts/sheet.ts';
import { ReportForm } from '../safety/report-form.ts';
import { safetyTexts } from '../safety/texts.ts';
import { act } from '../state/act.ts';
import { config, readConfig } from '../state/config.ts';
import { isConnected, onUpdate } from '../state/live.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { AttendanceSheet } from './attendance-sheet.ts';
import { OwnAttendance } from './own-attendance.ts';
import {
  confirm,
  confirmShowing,
  details,
  findEvent,
  isMissing,
  leave,
  loadEvent,
  type Details,
} from './event-details.ts';
import { EventFacts } from './event-facts.ts';
import { offerOf, statesOf, type Offer } from './event-state.ts';
import { Participants } from './participants.ts';
import { shareEvent } from './share-event.ts';
import { eventsTexts } from './texts.ts';
import { States } from './tile.ts';

const start = '/app/events';

export function EventPage({ eventId }: { readonly eventId: string }): VNode {
  const [texts, frame] = [useTexts(eventsTexts), useTexts(frameTexts)];
  const known = findEvent(useStore(details), eventId);
  const [failure, setFailure] = useState<'missing' | 'lost'>();
  const load = (): void => {
    setFailure(undefined);
    loadEvent(eventId).catch((error: unknown) => setFailure(isMissing(error) ? 'missing' : 'lost'));
  };
  useEffect(() => {
    load();
    // Reloads when the event was moved or cancelled, or a place became free.
    const stops = [onUpdate('event', load), isConnected.watch((connected) => void (connected && load()))];
    return () => stops.forEach((stop) => stop());
  }, []);
  if (failure === 'missing' || !known) {
    const heading = h(Heading, { text: texts.event, backTo: start });
    if (failure === undefined) return html`${heading}${drawSkeleton('block', 'title', 'line', 'line')}`;
    return html`${heading}
    ${
      failure === 'missing'
        ? drawEmpty({
            title: texts.missing,
            text: texts.missingText,
            children: html`<a class="button" href=${start}>${texts.toEvents}</a>`,
          })
        : drawEmpty({
            title: frame.notLoaded,
            text: frame.offline,
            children: drawButton({ label: frame.tryAgain, onClick: load }),
          })
    }`;
  }
  return drawEvent(known, texts);
}

function drawEvent({ event, position, attendance }: Details, texts: (typeof eventsTexts)['pt']): VNode {
  const [state] = statesOf(event, Date.now());
  const explained =
    state === 'cancelled' || state === 'over' || state === 'postponed' ? texts.explained[state] : undefined;
  return html`${h(Heading, {
      text: event.name,
      backTo: start,
      children: drawButton({
        label: texts.share,
        icon: 'share',
        isIconAlone: true,
        kind: 'quiet',
        onClick: () => void shareEvent(event),
      }),
    })}
    <div class="event-page">
      <div class="stack">
        ${h(Photo, { url: copyAddress(event.image, 'event', event.id), name: event.name, shape: 'wide', isFirst: true })}
        <div class="badges">${h(States, { event })}</div>
        ${explained !== undefined && html`<p class=${`notice ${state === 'cancelled' ? 'bad' : 'warn'}`}>${explained}</p>`}
        ${
          event.isWaiting &&
          state !== 'cancelled' &&
          html`<div class="notice warn">
            <div>
              ${position !== undefined && html`<p><strong>${texts.position(position)}</strong></p>`}
              <p>${texts.waitLead}</p>
            </div>
          </div>`
        }
        ${h(EventFacts, { event })} ${(event.isConfirmed || event.isWaiting) && h(OwnAttendance, { event })}
      </div>
      <div class="stack">
        ${
          event.description !== '' &&
          html`<section class="stack tight">
            <h2>${texts.aboutEvent}</h2>
            <p class="written wrap">${event.description}</p>
          </section>`
        }
        ${h(Participants, { event, attendance })} ${h(Report, { event })}
      </div>
    </div>
    ${h(Acts, { event })}`;
}

function Report({ event }: { readonly event: Details['event'] }): VNode {
  const texts = useTexts(safetyTexts);
  const [isOpen, setOpen] = useState(false);
  const onClose = (): void => setOpen(false);
  const [id, name] = [String(event.id), event.name];
  return html`<p>
      ${drawButton({ label: texts.reportEvent, kind: 'quiet', icon: 'flag', onClick: () => setOpen(true) })}
    </p>
    ${
      isOpen &&
      h(Sheet, {
        title: texts.title(name),
        onClose,
        children: h(ReportForm, { of: 'event', id, name, onClose }),
      })
    }`;
}

function Acts({ event }: { readonly event: Details['event'] }): VNode {
  const texts = useTexts(eventsTexts);
  const [asked, ask] = useState<'confirm' | 'wait'>();
  /** Asks who may see the attendance if the user has never chosen. */
  const start = async (kind: 'confirm' | 'wait'): Promise<void> => {
    if (!config.get()?.attendanceChosen && !(await act(async () => config.set(await readConfig())))) return;
    if (config.get()?.attendanceChosen) await confirm(event, kind === 'wait');
    else ask(kind);
  };
  const offer = offerOf(event, Date.now());
  const calendar = html`<a
    class="button plain"
    href=${`/social/event/${event.id}/ics`}
    download=${`event-${event.id}.ics`}
  >
    ${drawIcon('events')}<span>${texts.calendar}</span>
  </a>`;
  if (offer === 'none') return html``;
  const acts: Readonly<Record<Exclude<Offer, 'none'>, ButtonProperties>> = {
    confirm: { label: texts.confirm, icon: 'check', onClick: () => void start('confirm') },
    wait: { label: texts.wait, icon: 'clock', onClick: () => void start('wait') },
    leave: { label: texts.leave, kind: 'plain', onClick: () => void leave(event) },
    'leave-wait': { label: texts.leaveWait, kind: 'plain', onClick: () => void leave(event) },
  };
  // One button whose action changes keeps the keyboard focus after it is pressed.
  return html`<div class="acts-below">${calendar} ${drawButton(acts[offer])}</div>
    ${
      asked &&
      h(AttendanceSheet, {
        chosen: 'attendees',
        label: texts[asked],
        onChoose: (attendance) =>
          attendance !== 'config' && void confirmShowing(event, asked === 'wait', attendance),
        onClose: () => ask(undefined),
      })
    }`;
}
