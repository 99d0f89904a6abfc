import { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawBadge, drawEmpty, drawSkeleton } from '../parts/pieces.ts';
import { goBack } from '../router/router.ts';
import { forgetPhotos } from '../state/photo-cache.ts';
import { me } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { chatAddress, CombinedSheet } from './combined-sheet.ts';
import { Facts } from './facts.ts';
import { useKeys, type KeyAct } from './keys.ts';
import { forgetProfile, loadPerson, people, photosOf, preloadPhoto } from './people.ts';
import { nameAndAge } from './person-words.ts';
import { PhotoTurner } from './photo-turner.ts';
import { combinedWith, react, watchReactions } from './reactions.ts';
import { reportedPhotoOf } from './reported-photo.ts';
import { SafetySheets, type SafetySheet } from './safety-sheets.ts';
import { discoverTexts } from './texts.ts';

const start = '/app/discover';

/** Renders the full profile at its own URL, so that back and reload work and events can link to it. */
export function Person({ userId }: { readonly userId: string }): VNode {
  const [texts, frame] = [useTexts(discoverTexts), useTexts(frameTexts)];
  const person = useStore(people)[userId];
  const combined = useStore(combinedWith);
  const isMe = useStore(me)?.userId === userId;
  const [failure, setFailure] = useState<'gone' | 'lost'>();
  const [index, setIndex] = useState(0);
  const [sheet, setSheet] = useState<SafetySheet>();
  const load = (): void => {
    setFailure(undefined);
    loadPerson(userId).catch((error: unknown) => {
      const isGone = error instanceof PracaError && [403, 404].includes(error.status);
      if (isGone) {
        forgetProfile(userId);
        void forgetPhotos();
      }
      setFailure(isGone ? 'gone' : 'lost');
    });
  };
  useEffect(() => {
    load();
    return watchReactions();
  }, []);
  useEffect(() => person?.photos.slice(1).forEach(({ url }) => preloadPhoto(url)), [person]);
  const canReact = person !== undefined && !isMe && person.isCombination !== 1;
  const decide = (decision: 'like' | 'pass'): void => {
    if (!person || !canReact) return;
    react(decision, person);
    goBack(start);
  };
  const acts: Readonly<Partial<Record<KeyAct, () => void>>> = {
    like: () => decide('like'),
    pass: () => decide('pass'),
    photo: () => person && setIndex((index + 1) % Math.max(1, person.photos.length)),
    block: () => !isMe && setSheet('block'),
    report: () => !isMe && setSheet('report'),
  };
  useKeys((act) => acts[act]?.());
  if (!person) {
    const heading = h(Heading, { text: texts.person, backTo: start });
    if (failure === undefined) return html`${heading}${drawSkeleton('card', 'line', 'line')}`;
    return html`${heading}
    ${drawEmpty({
      title: failure === 'gone' ? texts.missing : frame.notLoaded,
      text: failure === 'gone' ? texts.missingText : frame.offline,
      children: failure === 'lost' && drawButton({ label: frame.tryAgain, onClick: load }),
    })}`;
  }
  return html`${h(Heading, {
      text: nameAndAge(person),
      backTo: start,
      children:
        !isMe &&
        drawButton({
          label: texts.more,
          icon: 'more',
          isIconAlone: true,
          kind: 'quiet',
          onClick: () => setSheet('more'),
        }),
    })}
    <div class="whole-person">
      ${h(PhotoTurner, { card: person, photos: photosOf(person, person), index, onTurn: setIndex })}
      <div class="stack">
        ${person.isCombination === 1 && drawBadge(texts.combinedAlready, 'good')}
        ${h(Facts, { card: person, person })}
      </div>
    </div>
    ${
      canReact &&
      html`<div class="acts-below">
        ${drawButton({ label: texts.pass, icon: 'close', kind: 'plain', onClick: () => decide('pass') })}
        ${drawButton({ label: texts.like, icon: 'heart', onClick: () => decide('like') })}
      </div>`
    }
    ${
      person.isCombination === 1 &&
      html`<div class="acts-below">
        <a class="button" href=${chatAddress(userId)}>${texts.write(person.name)}</a>
      </div>`
    }
    ${
      sheet &&
      h(SafetySheets, {
        shown: sheet,
        card: person,
        photo: reportedPhotoOf(person, person, index),
        onShow: setSheet,
        onBlock: () => goBack(start),
      })
    }
    ${combined && h(CombinedSheet, { card: combined })}`;
}
