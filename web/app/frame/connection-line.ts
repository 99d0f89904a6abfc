import type { VNode } from 'preact';
import { html } from '../parts/html.ts';
import { isConnected } from '../state/live.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';

/** Shows a lost connection as a line at the top instead of a dialogue. */
export function ConnectionLine(): VNode {
  const texts = useTexts(frameTexts);
  const isFine = useStore(isConnected);
  return html`<p class="connection" role="status" hidden=${isFine}>${isFine ? '' : texts.lost}</p>`;
}
