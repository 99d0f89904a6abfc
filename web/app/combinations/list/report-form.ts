import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { drawField, drawSwitch } from '../../parts/field.ts';
import { html } from '../../parts/html.ts';
import { act } from '../../state/act.ts';
import { api } from '../../state/api.ts';
import { getMe } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import { messagesToReport } from '../chat/chats.ts';
import { combinationTexts } from '../texts.ts';

export interface ReportProperties {
  readonly person: { readonly id: string; readonly name: string };
  readonly canBlock: boolean;
  readonly onBlock: () => Promise<void>;
  readonly onDone: () => void;
}

export function ReportForm({ person, canBlock, onBlock, onDone }: ReportProperties): VNode {
  const [texts, frame] = [useTexts(combinationTexts), useTexts(frameTexts)];
  const [category, setCategory] = useState('');
  const [isUnchosen, setUnchosen] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [sendsMessages, setSendsMessages] = useState(true);
  const [blocksToo, setBlocksToo] = useState(canBlock);
  const messages = messagesToReport(person.id);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const isEmpty = reason.trim() === '';
    setUnchosen(category === '');
    setFault(isEmpty ? frame.required : undefined);
    if (category === '' || isEmpty) return;
    setBusy(true);
    const path = { userId: getMe().userId, other: person.id };
    const body = { category, reason: reason.trim(), ...(sendsMessages ? { messages } : {}) };
    const isDone = await act(() => api.post('/user/{userId}/report/{other}', { path, body }));
    setBusy(false);
    if (!isDone) return;
    onDone();
    if (canBlock && blocksToo) await onBlock();
    showToast({ text: texts.reported });
  };
  return html`<form class="form" novalidate onSubmit=${submit}>
    <p class="soft">${texts.reportText(person.name)}</p>
    <div class="field">
      <label for="category">${texts.category}</label>
      <select
        id="category"
        value=${category}
        required
        aria-invalid=${isUnchosen ? 'true' : undefined}
        aria-describedby=${isUnchosen ? 'category-fault' : undefined}
        onChange=${(event: Event) => {
          setCategory((event.target as HTMLSelectElement).value);
          setUnchosen(false);
        }}
      >
        <option value="" disabled>${texts.chooseReason}</option>
        ${Object.entries(texts.categories).map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}
      </select>
      ${isUnchosen && html`<p class="fault" id="category-fault" role="alert">${texts.chooseReason}</p>`}
    </div>
    ${drawField({ name: 'reason', label: texts.reason, value: reason, onInput: setReason, fault, rows: 3, maxLength: 2000, isRequired: true })}
    ${
      messages.length > 0 &&
      drawSwitch({
        name: 'with-messages',
        label: texts.withMessages,
        hint: texts.withMessagesHint,
        isOn: sendsMessages,
        onChange: setSendsMessages,
      })
    }
    ${canBlock && drawSwitch({ name: 'block-too', label: texts.blockToo, isOn: blocksToo, onChange: setBlocksToo })}
    ${drawButton({ label: texts.sendReport, isSubmit: true, isBusy, isWide: true })}
  </form>`;
}
