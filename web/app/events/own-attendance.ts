import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { config, readConfig } from '../state/config.ts';
import { useStore } from '../state/store.ts';
import { attendanceTexts } from '../texts/attendance-texts.ts';
import { useTexts } from '../texts/language.ts';
import { AttendanceSheet } from './attendance-sheet.ts';
import { showAttendanceTo } from './event-details.ts';
import type { Event } from './event-state.ts';

/** Renders who may see that the user attends this event, with a button to change it for this event only. */
export function OwnAttendance({ event }: { readonly event: Event }): VNode | undefined {
  const texts = useTexts(attendanceTexts);
  const general = useStore(config)?.attendance;
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      void readConfig().then(
        (found) => config.set(found),
        () => {},
      ),
    [],
  );
  const shownTo = event.attendance ?? general;
  if (!shownTo) return undefined;
  return html`<p class="own-attendance">
    <span>${texts.seen} <strong>${texts.kinds[shownTo]}</strong></span>
    <button type="button" class="link" onClick=${() => setOpen(true)}>${texts.change}</button>
    ${
      isOpen &&
      h(AttendanceSheet, {
        chosen: event.attendance ?? 'config',
        settings: general ?? 'everyone',
        label: texts.save,
        onChoose: (attendance) => void showAttendanceTo(event, attendance),
        onClose: () => setOpen(false),
      })
    }
  </p>`;
}
