import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawEmpty } from '../parts/pieces.ts';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { onUpdate } from '../state/live.ts';
import { getMe } from '../state/session.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';
import { noticeTexts } from './notice-texts.ts';
import { notices, useFresh, type Notice } from '../profile/own-state.ts';
import { drawLoading } from '../profile/waiting.ts';

/** Returns whether the profile is hidden from feeds now, which can be appealed. The list is newest first. */
export const isHidden = (list: readonly Pick<Notice, 'kind'>[]): boolean =>
  list.find(({ kind }) => kind === 'hide' || kind === 'unhide')?.kind === 'hide';

export function Notices(): VNode {
  const texts = useTexts(noticeTexts);
  const fresh = useFresh(notices);
  const { value } = fresh;
  useEffect(() => onUpdate('notice', fresh.readAgain), []);
  return html`${h(Heading, { text: texts.title, backTo: '/app/me' })} ${!value && drawLoading(fresh)}
  ${value?.length === 0 && drawEmpty({ title: texts.none, text: texts.noneHint })}
  ${value?.map(
    ({ id, kind, reason, until, created_at: at }) =>
      html`<article key=${id} class="card stack tight">
        <h2>${texts.kinds[kind]}</h2>
        <p class="soft small">${writeDay(at)}${until !== null && ` · ${texts.until(writeDay(until))}`}</p>
        ${reason !== '' && html`<p class="wrap">${reason}</p>`}
      </article>`,
  )}
  ${value && isHidden(value) && h(Appeal, {})}`;
}

function Appeal(): VNode {
  const [texts, frame] = [useTexts(noticeTexts), useTexts(frameTexts)];
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '') return setFault(frame.required);
    setBusy(true);
    const { userId } = getMe();
    const failed = await api.post('/user/{userId}/appeal', { path: { userId }, body: { text } }).then(
      () => undefined,
      (error: unknown) => explain(error),
    );
    setBusy(false);
    setFault(failed);
    setSent(failed === undefined);
  };
  if (isSent) return html`<p class="notice" role="status">${texts.appealSent}</p>`;
  return html`<form class="form card" novalidate onSubmit=${send}>
    ${drawField({
      name: 'appeal',
      label: texts.appeal,
      hint: texts.appealHint,
      value: text,
      onInput: setText,
      fault,
      rows: 4,
      maxLength: 4000,
      isRequired: true,
    })}
    ${drawButton({ label: texts.appealSend, isSubmit: true, isBusy, isWide: true })}
  </form>`;
}
