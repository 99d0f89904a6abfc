import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { drawIcon } from '../parts/icon.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import type { OwnPhoto } from './own-state.ts';
import { profileTexts } from './texts.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export function AddPhoto({ onAdded }: { readonly onAdded: (photo: OwnPhoto) => void }): VNode {
  const [texts, frame] = [useTexts(profileTexts), useTexts(frameTexts)];
  const [share, setShare] = useState<number>();
  const leaving = useRef<AbortController>(undefined);
  const send = async (file: File): Promise<void> => {
    const own = new AbortController();
    leaving.current = own;
    setShare(0);
    const picture = await shrinkPhoto(file).catch(() => undefined);
    if (picture) {
      const { userId } = getMe();
      await act(async () => {
        try {
          const body = picture;
          const options = { signal: own.signal, onProgress: setShare };
          onAdded(await api.post('/user/{userId}/photos', { path: { userId }, body, ...options }));
        } catch (error) {
          // Cancelled by the user: no error message.
          if (!own.signal.aborted) throw error;
        }
      });
    } else showToast({ text: texts.noPicture, kind: 'bad' });
    setShare(undefined);
  };
  if (share !== undefined) {
    const percent = Math.round(share * 100);
    return html`<div class="photo-tile adding">
      <progress max="100" value=${percent} aria-label=${texts.sending(percent)}></progress>
      <span aria-hidden="true">${percent}%</span>
      ${drawButton({
        label: frame.cancel,
        icon: 'close',
        isIconAlone: true,
        kind: 'quiet',
        onClick: () => leaving.current?.abort(),
      })}
    </div>`;
  }
  return html`<label class="photo-tile adding">
    ${drawIcon('plus')}<span>${texts.add}</span>
    <input
      class="unseen"
      type="file"
      accept="image/*"
      onChange=${(event: Event) => {
        const input = event.target as HTMLInputElement;
        const [file] = input.files ?? [];
        input.value = '';
        if (file) void send(file);
      }}
    />
  </label>`;
}
