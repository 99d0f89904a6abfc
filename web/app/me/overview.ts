import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { drawIcon, type IconName } from '../parts/icon.ts';
import { Photo } from '../parts/photo.ts';
import { me, signOut } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { attendanceTexts } from '../texts/attendance-texts.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import {
  chooseLanguage,
  language,
  languageNames,
  languages,
  useTexts,
  type Language,
} from '../texts/language.ts';
import { notices, profile, reports, useFresh } from '../profile/own-state.ts';
import { meTexts } from './texts.ts';

export function Overview(): VNode {
  const [texts, frame] = [useTexts(meTexts), useTexts(frameTexts)];
  const attendance = useTexts(attendanceTexts);
  const present = useStore(me);
  const { value: own } = useFresh(profile);
  const { value: told = [] } = useFresh(notices);
  const { value: reported = [] } = useFresh(reports);
  const [isBusy, setBusy] = useState(false);
  const link = (path: string, icon: IconName, text: string, more?: string): VNode =>
    html`<li>
      <a href=${path}>
        ${drawIcon(icon)}<span>${text}${more && html`<small class="soft">${more}</small>`}</span>${drawIcon('next')}
      </a>
    </li>`;
  return html`${h(Heading, { text: texts.title })}
    ${
      present &&
      html`<a class="own-card card" href="/app/me/profile">
        ${h(Photo, { url: present.photo, name: present.name, says: frame.photoOf(present.name), shape: 'round' })}
        <span>
          <h2>${present.name}</h2>
          <small class="soft">${own?.location === '' || !own ? texts.fillIn : own.location}</small>
        </span>
        ${drawIcon('next')}
      </a>`
    }
    <ul class="links">
      ${link('/app/me/profile', 'me', texts.profile, texts.profileHint)}
      ${link('/app/me/search', 'heart', texts.search, texts.searchHint)}
      ${link('/app/me/attendance', 'people', attendance.title)}
      ${link('/app/me/notifications', 'bell', texts.notifications)}
      ${link('/app/me/blocks', 'close', texts.blocks)}
      ${told.length > 0 && link('/app/me/notices', 'flag', texts.notices)}
      ${reported.length > 0 && link('/app/me/reports', 'flag', texts.reports)}
      ${link('/app/me/data', 'settings', texts.data, texts.dataHint)}
    </ul>
    <div class="field">
      <label for="language">${texts.language}</label>
      <select
        id="language"
        value=${language.get()}
        onChange=${(event: Event) => chooseLanguage((event.target as HTMLSelectElement).value as Language)}
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
