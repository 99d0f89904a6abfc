import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField, drawSwitch } from '../parts/field.ts';
import { html } from '../parts/html.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { useTexts } from '../texts/language.ts';
import { safetyTexts } from './texts.ts';

type Category = keyof (typeof safetyTexts)['en']['categories'];

const personCategories = Object.keys(safetyTexts.en.categories) as readonly Category[];
const eventCategories: readonly Category[] = ['hate', 'sexual', 'violence', 'fake', 'spam', 'scam', 'other'];

export interface ReportFormProperties {
  readonly of: 'person' | 'event';
  readonly id: string;
  readonly name: string;
  /** Photo that is being viewed, if it can be reported. */
  readonly photo?: string | undefined;
  /** Ids of messages that can be sent along. */
  readonly messages?: readonly string[];
  /** Set if the person can be blocked in the same step. */
  readonly onBlock?: (() => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** Renders the one form for reports, as the content of a sheet. A category has one meaning on every screen. */
export function ReportForm(properties: ReportFormProperties): VNode {
  const { of, id, name, photo, messages = [], onBlock, onClose } = properties;
  const texts = useTexts(safetyTexts);
  const [category, setCategory] = useState<Category>();
  const [reason, setReason] = useState('');
  const [isPhoto, setPhoto] = useState(false);
  const [sendsMessages, setSendsMessages] = useState(true);
  const [isBlock, setBlock] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const isEvent = of === 'event';
  const labelOf = (one: Category): string =>
    isEvent && one === 'fake' ? texts.fakeEvent : texts.categories[one];
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (category === undefined) return setMissing(true);
    setBusy(true);
    const { userId } = getMe();
    // The server requires a text, so the label of the category is sent if the user wrote none.
    const body = { category, reason: reason.trim() || labelOf(category) };
    const evidence = {
      ...(isPhoto && photo !== undefined ? { photo } : {}),
      ...(sendsMessages && messages.length > 0 ? { messages: [...messages] } : {}),
    };
    const isDone = await act(() =>
      isEvent
        ? api.post('/user/{userId}/report/event/{eventId}', { path: { userId, eventId: id }, body })
        : api.post('/user/{userId}/report/{other}', {
            path: { userId, other: id },
            body: { ...body, ...evidence },
          }),
    );
    setBusy(false);
    if (!isDone) return;
    onClose();
    if (isBlock) await onBlock?.();
    showToast({ text: texts.sent });
  };
  return html`<p class="soft">${isEvent ? texts.leadEvent : texts.leadPerson(name)}</p>
    <form class="form" novalidate onSubmit=${send}>
      <fieldset aria-describedby=${isMissing ? 'reason-fault' : undefined}>
        <legend class="label">${texts.why}</legend>
        ${(isEvent ? eventCategories : personCategories).map(
          (one) =>
            html`<label key=${one} class="option">
              <input
                type="radio"
                name="category"
                value=${one}
                checked=${category === one}
                onChange=${() => {
                  setCategory(one);
                  setMissing(false);
                }}
              />
              <span>${labelOf(one)}</span>
            </label>`,
        )}
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
      ${
        photo !== undefined &&
        drawSwitch({ name: 'about-photo', label: texts.photo, isOn: isPhoto, onChange: setPhoto })
      }
      ${
        messages.length > 0 &&
        drawSwitch({
          name: 'with-messages',
          label: texts.messages,
          hint: texts.messagesHint,
          isOn: sendsMessages,
          onChange: setSendsMessages,
        })
      }
      ${
        onBlock && drawSwitch({ name: 'and-block', label: texts.blockToo, isOn: isBlock, onChange: setBlock })
      }
      ${drawButton({ label: texts.send, icon: 'flag', isSubmit: true, isBusy, isWide: true })}
    </form>`;
}
