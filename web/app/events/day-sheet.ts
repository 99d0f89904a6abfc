import { h } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { readFilter } from './filter.ts';
import { eventsTexts } from './texts.ts';

export interface DaySheetProperties {
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}

export function DaySheet({ chosen, onChoose, onClose }: DaySheetProperties): Children {
  const [texts, frame] = [useTexts(eventsTexts), useTexts(frameTexts)];
  const [day, setDay] = useState(/^\d/.test(chosen) ? chosen : '');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const { when } = readFilter(`when=${day}`);
    if (when === '') return setMissing(true);
    onClose();
    onChoose(when);
  };
  return h(Sheet, {
    title: texts.otherDay,
    onClose,
    children: html`<form class="form" novalidate onSubmit=${submit}>
      ${drawField({
        name: 'day',
        label: texts.day,
        type: 'date',
        value: day,
        onInput: setDay,
        fault: isMissing ? frame.required : undefined,
      })}
      ${drawButton({ label: texts.showDay, isSubmit: true, isWide: true })}
    </form>`,
  });
}
