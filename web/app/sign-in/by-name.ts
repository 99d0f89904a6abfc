import type { SocialApi } from '@praca/client';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { html } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { api } from '../state/api.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { plainOf } from '../texts/plain-of.ts';
import type { Enter } from './enter.ts';
import { signInTexts } from './texts.ts';

type Townsperson = SocialApi['GET /town']['answer'][number];

/** Maps different spellings of a name to the same id. */
export const idOfName = (name: string): string => plainOf(name).replaceAll(/\s+/g, '-');

const shownAtFirst = 8;

export function ByName({ enter }: { readonly enter: Enter }): VNode {
  const [texts, frame] = [useTexts(signInTexts), useTexts(frameTexts)];
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const go = async (id: string, called: string): Promise<void> => {
    if (id === '') return setFault(frame.required);
    setBusy(id);
    setFault(await enter(async () => ({ user_id: id, name: called.trim() })));
    setBusy(undefined);
  };
  return html`<form
      class="form"
      novalidate
      onSubmit=${(event: Event) => {
        event.preventDefault();
        void go(idOfName(name), name);
      }}
    >
      ${drawField({
        name: 'name',
        label: texts.name,
        hint: texts.nameHint,
        value: name,
        onInput: setName,
        fault,
        autocomplete: 'name',
        maxLength: 60,
        isRequired: true,
      })}
      ${drawButton({ label: texts.enter, isSubmit: true, isBusy: busy !== undefined, isWide: true })}
    </form>
    ${h(Town, { typed: name, busy, onPick: (person) => void go(person.user_id, person.name) })}`;
}

interface TownProperties {
  /** Typed name, also used as the search text. */
  readonly typed: string;
  readonly busy: string | undefined;
  readonly onPick: (person: Townsperson) => void;
}

/**
 * Renders the sample people of the sandbox. They already have combinations, so signing in as one of them shows a used
 * app.
 */
function Town({ typed, busy, onPick }: TownProperties): VNode | null {
  const texts = useTexts(signInTexts);
  const [people, setPeople] = useState<readonly Townsperson[]>([]);
  const [most, setMost] = useState(shownAtFirst);
  useEffect(() => {
    // If the list cannot be loaded, signing in by name still works.
    api.get('/town').then(setPeople, () => {});
  }, []);
  const wanted = plainOf(typed);
  const found = people.filter(({ name, local }) => plainOf(`${name} ${local}`).includes(wanted));
  if (people.length === 0) return null;
  return html`<section class="stack tight" aria-labelledby="town-title">
    <h2 id="town-title">${texts.town}</h2>
    ${found.length === 0 && html`<p class="soft">${texts.nobody}</p>`}
    <ul class="people">
      ${found.slice(0, most).map(
        (person) =>
          html`<li key=${person.user_id}>
            <button
              type="button"
              class="person"
              disabled=${busy !== undefined}
              onClick=${() => onPick(person)}
            >
              ${h(Photo, { url: person.thumb, name: person.name, shape: 'round' })}
              <span>
                <strong>${person.name}</strong>
                <small class="soft">${[person.age, person.local].filter(Boolean).join(' · ')}</small>
              </span>
            </button>
          </li>`,
      )}
    </ul>
    ${
      found.length > most &&
      drawButton({ label: texts.morePeople, kind: 'plain', isWide: true, onClick: () => setMost(most + 24) })
    }
  </section>`;
}
