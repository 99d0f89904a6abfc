import { h, type VNode } from 'preact';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawOptions } from '../parts/options.ts';
import { changeConfig } from '../state/config.ts';
import { attendanceKinds, attendanceTexts } from '../texts/attendance-texts.ts';
import { useTexts } from '../texts/language.ts';
import { config, useFresh } from '../profile/own-state.ts';
import { drawLoading } from '../profile/waiting.ts';

export function AttendanceForm(): VNode {
  const texts = useTexts(attendanceTexts);
  const fresh = useFresh(config);
  const { value } = fresh;
  return html`${h(Heading, { text: texts.title, backTo: '/app/me' })}
  ${
    value
      ? html`<div class="card stack">
            ${drawOptions({
              name: 'attendance',
              label: texts.ask,
              options: attendanceKinds.map((kind) => [kind, texts.kinds[kind], texts.hints[kind]] as const),
              chosen: value.attendance,
              onChoose: (attendance) => void changeConfig({ attendance }),
            })}
          </div>
          <p class="soft small">${texts.general}</p>`
      : drawLoading(fresh)
  }`;
}
