import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe, refreshMe } from '../state/session.ts';
import { useTexts } from '../texts/language.ts';
import { AddPhoto } from '../profile/add-photo.ts';
import { photos, useFresh, type OwnPhoto } from '../profile/own-state.ts';
import { PhotoGrid } from './photo-grid.ts';
import { moveItem } from './move-item.ts';
import { profileTexts } from '../profile/texts.ts';
import { drawLoading } from '../profile/waiting.ts';

const mostPhotos = 5;

/** Reloads the user's portrait, which is the first photo. */
const refreshPortrait = (): void => void refreshMe().catch(() => {});

async function order(list: readonly OwnPhoto[], before: readonly OwnPhoto[]): Promise<void> {
  photos.store.set(list);
  const { userId } = getMe();
  const body = { photos: list.map(({ id }) => id) };
  await act(
    () => api.put('/user/{userId}/photos/order', { path: { userId }, body }),
    () => photos.store.set(before),
  );
  refreshPortrait();
}

async function remove(photo: OwnPhoto): Promise<void> {
  const before = photos.store.get();
  photos.store.change((list) => list?.filter(({ id }) => id !== photo.id));
  const path = { userId: getMe().userId, photoId: photo.id };
  await act(
    () => api.delete('/user/{userId}/photos/{photoId}', { path }),
    () => photos.store.set(before),
  );
  refreshPortrait();
}

export function Photos(): VNode {
  const texts = useTexts(profileTexts);
  const fresh = useFresh(photos);
  const [said, setSaid] = useState('');
  const [openId, setOpenId] = useState<string>();
  const { value: list } = fresh;
  if (!list) return drawLoading(fresh);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= list.length || from === to) return;
    setSaid(texts.moved(to + 1, list.length));
    void order(moveItem(list, from, to), list);
  };
  const at = list.findIndex(({ id }) => id === openId);
  const open = list[at];
  const choose = (work: () => void) => () => {
    setOpenId(undefined);
    work();
  };
  return html`<section class="stack tight" aria-labelledby="photos-title">
    <h2 id="photos-title">${texts.photos}</h2>
    <p class="soft small">${texts.photosHint(mostPhotos)}</p>
    ${h(PhotoGrid, {
      photos: list,
      onMove: move,
      onOpen: setOpenId,
      children:
        list.length < mostPhotos &&
        h(AddPhoto, {
          onAdded: (photo) => {
            photos.store.change((before = []) => [...before, photo]);
            refreshPortrait();
          },
        }),
    })}
    <p class="unseen" role="status">${said}</p>
    ${
      open &&
      h(Sheet, {
        title: texts.photos,
        onClose: () => setOpenId(undefined),
        children: html`${
          at > 0 &&
          drawButton({
            label: texts.earlier,
            kind: 'plain',
            isWide: true,
            onClick: choose(() => move(at, at - 1)),
          })
        }
        ${
          at < list.length - 1 &&
          drawButton({
            label: texts.later,
            kind: 'plain',
            isWide: true,
            onClick: choose(() => move(at, at + 1)),
          })
        }
        ${drawButton({ label: texts.remove, kind: 'danger', icon: 'bin', isWide: true, onClick: choose(() => void remove(open)) })}`,
      })
    }
  </section>`;
}
