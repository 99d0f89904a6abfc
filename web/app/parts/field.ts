import type { VNode } from 'preact';
import { withoutControls } from '../texts/without-controls.ts';
import { html } from './html.ts';

export interface FieldProperties {
  /** Name and id of the input. Must be unique on a screen. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'search' | 'number';
  readonly autocomplete?: string;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  /** Number of lines. Set for a multi-line field. */
  readonly rows?: number;
}

export function drawField(field: FieldProperties): VNode {
  const { name, label, hint, fault, rows, type = 'text' } = field;
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const shared = {
    id: name,
    name,
    value: field.value,
    required: field.isRequired ?? false,
    maxLength: field.maxLength,
    autocomplete: field.autocomplete ?? 'off',
    'aria-invalid': fault ? 'true' : undefined,
    'aria-describedby': described === '' ? undefined : described,
    onInput: (event: Event) => {
      const { value } = event.target as HTMLInputElement | HTMLTextAreaElement;
      field.onInput(type === 'password' ? value : withoutControls(value));
    },
  };
  return html`<div class="field">
    <label for=${name}>${label}</label>
    ${
      rows === undefined
        ? html`<input type=${type} ...${shared} />`
        : html`<textarea rows=${rows} ...${shared}></textarea>`
    }
    ${hint && html`<p class="hint" id=${`${name}-hint`}>${hint}</p>`}
    ${fault && html`<p class="fault" id=${`${name}-fault`} role="alert">${fault}</p>`}
  </div>`;
}

export interface SwitchProperties {
  readonly name: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly hint?: string;
}

export const drawSwitch = ({ name, label, isOn, onChange, hint }: SwitchProperties): VNode =>
  html`<label class="switch" for=${name}>
    <span>${label}${hint && html`<small class="soft">${hint}</small>`}</span>
    <input
      id=${name}
      type="checkbox"
      role="switch"
      checked=${isOn}
      onChange=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
    />
  </label>`;
