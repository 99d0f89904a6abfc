import { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { navigate } from '../router/router.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe, signOut } from '../state/session.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { dataTexts } from './data-texts.ts';

/** Saves a file from a local blob URL, so that no URL contains the access token. */
function saveFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function Data(): VNode {
  const [texts, frame] = [useTexts(dataTexts), useTexts(frameTexts)];
  const [busy, setBusy] = useState<'copy' | 'delete'>();
  const [asks, setAsks] = useState(false);
  const [isOld, setOld] = useState(false);
  const take = async (): Promise<void> => {
    setBusy('copy');
    const { userId } = getMe();
    await act(async () => {
      try {
        saveFile('praca.json', await api.get('/user/{userId}/export', { path: { userId } }));
      } catch (error) {
        if (!(error instanceof PracaError) || error.code !== 'recent_sign_in_required') throw error;
        setOld(true);
      }
    });
    setBusy(undefined);
  };
  const remove = async (): Promise<void> => {
    setBusy('delete');
    const { userId } = getMe();
    let until = '';
    const isDone = await act(async () => {
      ({ restorable_until: until } = await api.post('/user/{userId}/delete', { path: { userId } }));
    });
    setBusy(undefined);
    if (!isDone) return setAsks(false);
    await signOut();
    navigate(`/app/sign-in?deleted=${encodeURIComponent(until)}`, { replace: true });
  };
  return html`${h(Heading, { text: texts.title, backTo: '/app/me' })}
    <section class="card stack">
      <h2>${texts.copy}</h2>
      <p>${texts.copyHint}</p>
      ${
        isOld
          ? html`<p class="notice" role="status">${texts.copyAgain}</p>
              ${drawButton({ label: texts.signInAgain, isWide: true, onClick: () => navigate('/app/sign-in?again&to=/app/me/data') })}`
          : drawButton({
              label: texts.copyDo,
              kind: 'plain',
              isBusy: busy === 'copy',
              isWide: true,
              onClick: () => void take(),
            })
      }
    </section>
    <section class="card stack">
      <h2>${texts.delete}</h2>
      <p>${texts.deleteHint}</p>
      ${drawButton({ label: texts.deleteAsk, kind: 'danger', isWide: true, onClick: () => setAsks(true) })}
    </section>
    ${
      asks &&
      h(Sheet, {
        title: texts.deleteTitle,
        onClose: () => setAsks(false),
        children: html`<p>${texts.deleteWarning}</p>
          <p class="soft">${texts.deleteKept}</p>
          ${drawButton({ label: texts.deleteDo, kind: 'danger', isBusy: busy === 'delete', isWide: true, onClick: () => void remove() })}
          ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: () => setAsks(false) })}`,
      })
    }`;
}
