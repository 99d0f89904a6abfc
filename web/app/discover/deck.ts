import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AdvertisementNotice } from '../advertisements/notice.ts';
import { advertisements, loadAdvertisements } from '../advertisements/state.ts';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html, type Children } from '../parts/html.ts';
import { navigate } from '../router/router.ts';
import { isConnected } from '../state/live.ts';
import { createStore, useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { CombinedSheet } from './combined-sheet.ts';
import { DeckActions } from './deck-actions.ts';
import { DeckEnd } from './deck-end.ts';
import { deck, fillDeck, preloadCards } from './deck-state.ts';
import { Facts } from './facts.ts';
import { FilterSheet } from './filter-sheet.ts';
import { HelpSheet } from './help-sheet.ts';
import { useKeys, type KeyAct } from './keys.ts';
import { people } from './people.ts';
import { PersonCard, Slot, type Role } from './person-card.ts';
import { nameAndAge } from './person-words.ts';
import { combinedWith, react, undoPass, watchReactions } from './reactions.ts';
import { reportedPhotoOf } from './reported-photo.ts';
import { SafetySheets, type SafetySheet } from './safety-sheets.ts';
import { topContents, type Content, type DeckTurn } from './slots.ts';
import { discoverTexts } from './texts.ts';

const turn = createStore<DeckTurn>({ turns: 0, putAwayAt: 0 });

interface Leaving {
  readonly content: Content;
  readonly role: Role;
}

export function Deck(): VNode {
  const texts = useTexts(discoverTexts);
  const { cards } = useStore(deck);
  const contents = topContents(cards, useStore(turn), useStore(advertisements));
  const combined = useStore(combinedWith);
  const known = useStore(people);
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [photo, setPhoto] = useState({ id: '', index: 0 });
  const [sheet, setSheet] = useState<SafetySheet | 'help' | 'filter'>();
  const [top] = contents;
  const card = top?.kind === 'person' ? top.card : undefined;
  const photoOf = (id: string): number => (photo.id === id ? photo.index : 0);

  useEffect(() => {
    // The deck was seen to its end: a new pass may find new people.
    const { cards: left, isWhole } = deck.get();
    void fillDeck({ startsOver: isWhole && left.length === 0 });
    void loadAdvertisements();
    const stops = [watchReactions(), isConnected.watch((connected) => void (connected && fillDeck()))];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    void fillDeck();
    void preloadCards();
  }, [cards]);

  const decide = (decision: 'like' | 'pass'): void => {
    if (!top) return;
    setLeaving((before) => [
      ...before.filter(({ content }) => content.key !== top.key),
      { content: top, role: decision },
    ]);
    if (top.kind === 'advertisement') return turn.change((now) => ({ ...now, putAwayAt: now.turns }));
    turn.change((now) => ({ ...now, turns: now.turns + 1 }));
    react(decision, top.card);
  };
  const acts: Readonly<Record<KeyAct, () => void>> = {
    like: () => decide('like'),
    pass: () => decide('pass'),
    open: () => card && navigate(`/app/people/${card.id}`),
    photo: () => card && setPhoto({ id: card.id, index: photoOf(card.id) + 1 }),
    undo: () => void undoPass(),
    block: () => card && setSheet('block'),
    report: () => card && setSheet('report'),
    help: () => setSheet('help'),
  };
  useKeys((act) => acts[act]());

  const drawContent = (content: Content): Children =>
    content.kind === 'advertisement'
      ? h(AdvertisementNotice, { advertisement: content.advertisement, shape: 'fills' })
      : h(PersonCard, {
          card: content.card,
          photoIndex: photoOf(content.card.id) % Math.max(1, photosQty(content.card.id)),
          onTurn: (index) => setPhoto({ id: content.card.id, index }),
        });
  const photosQty = (id: string): number => known[id]?.photos.length ?? 1;
  // An undo may bring back a card that is still animating out. Then only the card on top is rendered.
  const flying = leaving.filter(({ content }) => !contents.some(({ key }) => key === content.key));
  const slots = [
    ...flying,
    ...contents.map((content, index) => ({ content, role: index === 0 ? 'top' : 'next' }) as const),
  ];
  const person = card && known[card.id];
  return html`${h(Heading, {
      text: texts.title,
      children: html`<span class="for-keys">
          ${drawButton({
            label: texts.help,
            icon: 'help',
            isIconAlone: true,
            kind: 'quiet',
            onClick: () => setSheet('help'),
          })}
        </span>
        ${drawButton({
          label: texts.filter,
          icon: 'settings',
          isIconAlone: true,
          kind: 'quiet',
          onClick: () => setSheet('filter'),
        })}`,
    })}
    ${
      slots.length === 0
        ? h(DeckEnd, { onFilter: () => setSheet('filter') })
        : html`<div class="discover">
            <div class="deck-side">
              <div class="deck">
                ${slots.map(({ content, role }) =>
                  h(Slot, {
                    key: content.key,
                    role,
                    onDecide: decide,
                    onGone: () => setLeaving((all) => all.filter((one) => one.content.key !== content.key)),
                    children: drawContent(content),
                  }),
                )}
              </div>
              ${h(DeckActions, { acts, onMore: () => setSheet('more'), isPerson: card !== undefined })}
            </div>
            ${
              card &&
              html`<aside class="beside" aria-label=${nameAndAge(card)}>
                <h2>${nameAndAge(card)}</h2>
                ${h(Facts, { card, person })}
                <a class="button plain" href=${`/app/people/${card.id}`}>${texts.open}</a>
              </aside>`
            }
          </div>`
    }
    <p class="unseen" role="status">${card ? texts.now(nameAndAge(card)) : ''}</p>
    ${sheet === 'help' && h(HelpSheet, { onClose: () => setSheet(undefined) })}
    ${sheet === 'filter' && h(FilterSheet, { onClose: () => setSheet(undefined) })}
    ${
      card &&
      (sheet === 'more' || sheet === 'block' || sheet === 'report') &&
      h(SafetySheets, {
        shown: sheet,
        card,
        photo: reportedPhotoOf(card, person, photoOf(card.id) % Math.max(1, photosQty(card.id))),
        onShow: setSheet,
        onBlock: () => {},
      })
    }
    ${combined && h(CombinedSheet, { card: combined })}`;
}
