import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { Sheet } from '../parts/sheet.ts';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';

export interface TermsProperties {
  readonly title: string;
  readonly onClose: () => void;
}

export function Terms({ title, onClose }: TermsProperties): VNode {
  const [text, setText] = useState<string>();
  useEffect(() => {
    api.get('/terms').then(setText, (error: unknown) => setText(explain(error)));
  }, []);
  const shown =
    text === undefined ? drawSkeleton('line', 'line', 'line') : html`<p class="wrap terms">${text}</p>`;
  return html`${h(Sheet, { title, onClose, children: shown })}`;
}
