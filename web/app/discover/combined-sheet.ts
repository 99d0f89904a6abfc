import { h } from 'preact';
import { useEffect } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html, type Children } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { Sheet } from '../parts/sheet.ts';
import { navigate } from '../router/router.ts';
import { me } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { loadPerson, people, type Card } from './people.ts';
import { sharedNames } from './person-words.ts';
import { combinedWith } from './reactions.ts';
import { discoverTexts } from './texts.ts';

export const chatAddress = (id: string): string => `/app/chat/${encodeURIComponent(id)}`;

export function CombinedSheet({ card }: { readonly card: Card }): Children {
  const texts = useTexts(discoverTexts);
  const self = useStore(me);
  const shared = sharedNames(useStore(people)[card.id]);
  useEffect(() => void loadPerson(card.id).catch(() => {}), [card.id]);
  const close = (): void => combinedWith.set(undefined);
  const write = (): void => {
    close();
    navigate(chatAddress(card.id));
  };
  return h(Sheet, {
    title: texts.combined,
    onClose: close,
    children: html`<div class="combined">
        ${h(Photo, { url: self?.photo ?? '', name: self?.name ?? '', shape: 'round' })}
        ${h(Photo, { url: card.thumb, name: card.name, shape: 'round' })}
      </div>
      <p class="combined-lead">${texts.combinedLead(card.name)}</p>
      ${shared !== '' && html`<p class="combined-lead"><strong>${texts.bothGo(shared)}</strong></p>`}
      ${drawButton({
        label: texts.write(card.name),
        icon: 'combinations',
        isWide: true,
        takesFocus: true,
        onClick: write,
      })}
      ${drawButton({ label: texts.goOn, kind: 'plain', isWide: true, onClick: close })}`,
  });
}
