import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { html } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { useTexts } from '../texts/language.ts';
import type { Event as TownEvent } from './event-state.ts';
import { reportTexts } from './report-texts.ts';

type Category = keyof (typeof reportTexts)['pt']['categories'];

export interface ReportSheetProperties {
  readonly event: TownEvent;
  readonly onClose: () => void;
}

export function ReportSheet({ event, onClose }: ReportSheetProperties): VNode {
  const texts = useTexts(reportTexts);
  const [category, setCategory] = useState<Category>();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const send = async (submit: Event): Promise<void> => {
    submit.preventDefault();
    if (category === undefined) return setMissing(true);
    setBusy(true);
    const path = { userId: getMe().userId, eventId: String(event.id) };
    // The server requires a text, so the label of the category is sent if the user wrote none.
    const body = { category, reason: reason.trim() || texts.categories[category] };
    const isDone = await act(() => api.post('/user/{userId}/report/event/{eventId}', { path, body }));
    setBusy(false);
    if (!isDone) return;
    onClose();
    showToast({ text: texts.sent });
  };
  return html`${h(Sheet, {
    title: texts.title(event.name),
    onClose,
    children: html`<p class="soft">${texts.lead}</p>
      <form class="form" novalidate onSubmit=${send}>
        <fieldset aria-describedby=${isMissing ? 'reason-fault' : undefined}>
          <legend class="label">${texts.why}</legend>
          <div class="reasons">
            ${Object.entries(texts.categories).map(
              ([one, label]) =>
                html`<label key=${one} class="reason">
                  <input
                    type="radio"
                    name="category"
                    value=${one}
                    checked=${category === one}
                    onChange=${() => {
                      setCategory(one as Category);
                      setMissing(false);
                    }}
                  />
                  <span>${label}</span>
                </label>`,
            )}
          </div>
          ${isMissing && html`<p class="fault" id="reason-fault" role="alert">${texts.choose}</p>`}
        </fieldset>
        ${drawField({
          name: 'reason',
          label: texts.words,
          value: reason,
          onInput: setReason,
          rows: 3,
          maxLength: 2000,
        })}
        ${drawButton({ label: texts.send, icon: 'flag', isSubmit: true, isBusy, isWide: true })}
      </form>`,
  })}`;
}
