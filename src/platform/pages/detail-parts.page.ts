import { html, type Html } from '../http/page.ts';

/** Parts of pages that show one object. */
export interface Step {
  readonly label: string;
  /** Time, amount or count. */
  readonly note: Html | string;
  readonly state: 'done' | 'now' | 'later' | 'never';
  /** Says the state to screen readers, because the mark is only drawn. */
  readonly stateLabel: string;
}

/** Renders how far the object has come, first step first. */
export const drawSteps = (label: string, steps: readonly Step[]): Html =>
  html`<ol class="steps" aria-label="${label}">
    ${steps.map(
      ({ label: name, note, state, stateLabel }) =>
        html`<li class="${state}" ${state === 'now' && html`aria-current="step"`}>
          <strong>${name}<span class="unseen">, ${stateLabel}</span></strong>
          <span class="soft small">${note}</span>
        </li>`,
    )}
  </ol>`;

/** Renders secondary content that the reader unfolds. The id keeps it open while the page updates. */
export const drawFold = (id: string, summary: Html | string, content: Html, isOpen = false): Html =>
  html`<details class="fold" id="${id}" ${isOpen && html`open`}>
    <summary>${summary}</summary>
    ${content}
  </details>`;
