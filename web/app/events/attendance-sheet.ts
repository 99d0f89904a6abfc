import { h } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html, type Children } from '../parts/html.ts';
import { drawOptions } from '../parts/options.ts';
import { Sheet } from '../parts/sheet.ts';
import type { Attendance } from '../state/config.ts';
import { attendanceKinds, attendanceTexts } from '../texts/attendance-texts.ts';
import { useTexts } from '../texts/language.ts';

export interface AttendanceSheetProperties {
  readonly chosen: Attendance | 'config';
  /** Value of the settings. Set for a single event, where "as in the settings" is a choice too. */
  readonly settings?: Attendance | undefined;
  readonly label: string;
  readonly onChoose: (attendance: Attendance | 'config') => void;
  readonly onClose: () => void;
}

export function AttendanceSheet(properties: AttendanceSheetProperties): Children {
  const { settings, label, onChoose, onClose } = properties;
  const texts = useTexts(attendanceTexts);
  const [chosen, choose] = useState(properties.chosen);
  const kinds = attendanceKinds.map((kind) => [kind, texts.kinds[kind], texts.hints[kind]] as const);
  const submit = (event: Event): void => {
    event.preventDefault();
    onClose();
    onChoose(chosen);
  };
  return h(Sheet, {
    title: texts.ask,
    onClose,
    children: html`<form class="form" novalidate onSubmit=${submit}>
      ${drawOptions<Attendance | 'config'>({
        name: 'attendance',
        label: texts.ask,
        isLabelUnseen: true,
        options: settings ? [['config', texts.asSettings, texts.kinds[settings]], ...kinds] : kinds,
        chosen,
        onChoose: choose,
      })}
      ${!settings && html`<p class="soft small">${texts.later}</p>`}
      ${drawButton({ label, isSubmit: true, isWide: true })}
    </form>`,
  });
}
