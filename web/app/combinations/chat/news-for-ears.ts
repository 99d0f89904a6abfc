import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../../parts/html.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { useTexts } from '../../texts/language.ts';
import { chatTexts } from './texts.ts';

const mostSaid = 160;

export interface NewsProperties {
  readonly otherId: string;
  readonly name: string;
  readonly messages: readonly Message[];
  readonly isFresh: boolean;
}

/**
 * Announces new messages of the other person to screen readers, but not those that were there when the chat was opened.
 */
export function LiveAnnouncements({ otherId, name, messages, isFresh }: NewsProperties): VNode {
  const texts = useTexts(chatTexts);
  const known = useRef<string | undefined>(undefined);
  const [said, setSaid] = useState('');
  const newest = messages.at(-1);
  useEffect(() => {
    const before = known.current;
    if (isFresh) known.current = newest?.id ?? '';
    if (before === undefined || !newest || newest.id <= before || newest.from !== otherId || newest.deleted)
      return;
    setSaid(texts.heard(name, newest.message.slice(0, mostSaid)));
  }, [newest?.id, isFresh]);
  return html`<p class="unseen" aria-live="polite">${said}</p>`;
}
