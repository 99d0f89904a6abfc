import type { VNode } from 'preact';
import { html } from './html.ts';

export interface OptionsProperties<T extends string> {
  /** Must be unique on a screen. */
  readonly name: string;
  readonly label: string;
  /** True if the title of the sheet or screen already shows the label. */
  readonly isLabelUnseen?: boolean;
  readonly options: readonly (readonly [value: T, text: string, hint?: string])[];
  readonly chosen: T | undefined;
  readonly onChoose: (value: T) => void;
}

export const drawOptions = <T extends string>(properties: OptionsProperties<T>): VNode => {
  const { name, label, isLabelUnseen, options, chosen, onChoose } = properties;
  return html`<fieldset>
    <legend class=${isLabelUnseen ? 'unseen' : 'label'}>${label}</legend>
    ${options.map(
      ([value, text, hint]) =>
        html`<label key=${value} class="option">
          <input
            type="radio"
            name=${name}
            value=${value}
            checked=${chosen === value}
            onChange=${() => onChoose(value)}
          />
          <span>${text}${hint && html`<small class="soft">${hint}</small>`}</span>
        </label>`,
    )}
  </fieldset>`;
};
