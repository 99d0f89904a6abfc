import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { writeMessage } from '../../state/outbox.ts';
import { useTexts } from '../../texts/language.ts';
import { withoutControls } from '../../texts/without-controls.ts';
import { draftFor, keepDraft } from './drafts.ts';
import { chatTexts } from './texts.ts';
import { forgetTyping, sendTyping } from './typing.ts';

const longest = 4000;
/** Above this length the remaining characters are shown. */
const nearEnd = 3800;

export interface ComposerProperties {
  readonly otherId: string;
  readonly name: string;
  readonly takesFocus: boolean;
  /** Moves the focus to the messages. Called for ArrowUp in an empty field. */
  readonly onUp: () => void;
  readonly onSend: () => void;
}

/** Counts code points, as the server does: an emoji is one or several, never a half. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Renders the text field. Enter sends, Shift+Enter starts a new line. Drafts are kept. */
export function Composer({ otherId, name, takesFocus, onUp, onSend }: ComposerProperties): VNode {
  const texts = useTexts(chatTexts);
  const [text, setText] = useState(() => draftFor(otherId));
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthOf(text.trim());
  // Runs after the frame has focused the heading, so that a user with a hardware keyboard can type at once.
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, []);
  const change = (changed: string): void => {
    setText(changed);
    keepDraft(otherId, changed);
  };
  const send = (): void => {
    if (length === 0 || length > longest) return;
    void writeMessage(otherId, text.trim());
    change('');
    forgetTyping(otherId);
    onSend();
    // Keeps the on-screen keyboard of a phone open.
    field.current?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onUp();
    }
  };
  const left = longest - length;
  return html`<form
    class="composer"
    onSubmit=${(event: Event) => {
      event.preventDefault();
      send();
    }}
  >
    <label class="unseen" for="message">${texts.writeTo(name)}</label>
    <textarea
      id="message"
      ref=${field}
      rows="1"
      dir="auto"
      placeholder=${texts.write}
      enterkeyhint="send"
      autocomplete="off"
      aria-describedby=${length > nearEnd ? 'message-length' : undefined}
      aria-invalid=${left < 0 ? 'true' : undefined}
      value=${text}
      onInput=${(event: Event) => {
        change(withoutControls((event.target as HTMLTextAreaElement).value));
        sendTyping(otherId);
      }}
      onKeyDown=${press}
    ></textarea>
    ${drawButton({ label: texts.send, icon: 'send', isIconAlone: true, isSubmit: true, isDisabled: length === 0 || left < 0 })}
    ${
      length > nearEnd &&
      html`<p id="message-length" class=${left < 0 ? 'fault' : 'hint'} role="status">
        ${left < 0 ? texts.tooLong(-left) : texts.nearEnd(left)}
      </p>`
    }
  </form>`;
}
