import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { me, signOut } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { chooseLanguage, language, languageNames, languages, useTexts } from '../texts/language.ts';
import { meTexts } from './texts.ts';

export function Screen(): VNode {
  const [texts, frame] = [useTexts(meTexts), useTexts(frameTexts)];
  const present = useStore(me);
  const [isBusy, setBusy] = useState(false);
  return html`${h(Heading, { text: texts.title })}
    ${
      present &&
      html`<div class="person row">
        ${h(Photo, { url: present.photo, name: present.name, says: frame.photoOf(present.name), shape: 'round' })}
        <h2>${present.name}</h2>
      </div>`
    }
    <div class="field">
      <label for="language">${texts.language}</label>
      <select
        id="language"
        value=${language.get()}
        onChange=${(event: Event) => chooseLanguage((event.target as HTMLSelectElement).value as never)}
      >
        ${languages.map((one) => html`<option key=${one} value=${one} lang=${one}>${languageNames[one]}</option>`)}
      </select>
    </div>
    ${drawButton({
      label: texts.signOut,
      kind: 'plain',
      isBusy,
      isWide: true,
      onClick: () => {
        setBusy(true);
        void signOut();
      },
    })}`;
}
