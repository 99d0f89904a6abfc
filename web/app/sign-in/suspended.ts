import type { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';
import { suspendedTexts } from './suspended-texts.ts';

export interface Suspension {
  readonly userId: string;
  readonly reason: string;
  readonly until: string | undefined;
  /** Token that is valid only for the appeal. */
  readonly token: string;
  readonly appeal: 'possible' | 'open' | 'refused';
}

export function readSuspension({ code, body }: PracaError): Suspension | undefined {
  if (code !== 'user_suspended') return undefined;
  const text = (name: string): string | undefined =>
    typeof body[name] === 'string' ? body[name] : undefined;
  return {
    userId: text('user_id') ?? '',
    reason: text('reason') ?? '',
    until: text('suspended_until'),
    token: text('appeal_token') ?? '',
    appeal: (text('appeal') ?? 'possible') as Suspension['appeal'],
  };
}

export interface SuspendedProperties {
  readonly suspension: Suspension;
  readonly onLeave: () => void;
}

export function Suspended({ suspension, onLeave }: SuspendedProperties): VNode {
  const [texts, frame] = [useTexts(suspendedTexts), useTexts(frameTexts)];
  const { userId, reason, until, token } = suspension;
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [state, setState] = useState(suspension.appeal);
  const appeal = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '') return setFault(frame.required);
    setBusy(true);
    const headers = { authorization: `Bearer ${token}` };
    const failed = await api
      .post('/user/{userId}/appeal', { path: { userId }, body: { text }, headers })
      .then(
        () => undefined,
        (error: unknown) => explain(error),
      );
    setBusy(false);
    setFault(failed);
    if (failed === undefined) setState('open');
  };
  return html`${h(Heading, { text: texts.title })}
    <p>${until === undefined ? texts.forGood : texts.until(writeDay(until))}</p>
    ${reason !== '' && html`<blockquote class="notice warn wrap">${reason}</blockquote>`}
    ${
      state !== 'possible'
        ? html`<p class="notice" role="status">${state === 'open' ? texts.sent : texts.refused}</p>`
        : html`<form class="form" novalidate onSubmit=${appeal}>
            ${drawField({
              name: 'appeal',
              label: texts.appeal,
              hint: texts.appealHint,
              value: text,
              onInput: setText,
              fault,
              rows: 5,
              maxLength: 4000,
              isRequired: true,
            })}
            ${drawButton({ label: texts.send, isSubmit: true, isBusy, isWide: true })}
          </form>`
    }
    ${drawButton({ label: texts.other, kind: 'plain', isWide: true, onClick: onLeave })}`;
}
