import type { VNode } from 'preact';
import { html } from '../parts/html.ts';
import { keepFocus } from '../parts/keep-focus.ts';
import { hideToast, toast } from '../state/toasts.ts';
import { useStore } from '../state/store.ts';

/** Renders toasts above the bar. Screen readers announce them without a change of focus. */
export function ToastLine(): VNode {
  const shown = useStore(toast);
  return html`<div class="toasts" role="status">
    ${
      shown &&
      html`<div key=${shown.id} class=${`toast ${shown.kind}`}>
        <span>${shown.text}</span>
        ${
          shown.undo &&
          html`<button
            type="button"
            class="quiet"
            onClick=${() => {
              shown.undo?.run();
              hideToast();
              requestAnimationFrame(keepFocus);
            }}
          >
            ${shown.undo.label}
          </button>`
        }
      </div>`
    }
  </div>`;
}
