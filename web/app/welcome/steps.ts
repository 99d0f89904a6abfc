import { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html, type Children } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { AddPhoto } from '../profile/add-photo.ts';
import { CityField } from '../profile/city-field.ts';
import { config, photos, profile, useFresh, type Profile } from '../profile/own-state.ts';
import { SearchFields } from '../profile/search-fields.ts';
import { profileTexts } from '../profile/texts.ts';
import { drawLoading } from '../profile/waiting.ts';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { refreshMe } from '../state/session.ts';
import { useTexts } from '../texts/language.ts';
import { welcomeTexts } from './texts.ts';

export const steps = ['photo', 'birth_date', 'city', 'search'] as const;
export type Step = (typeof steps)[number];

/** Returns the first step from `from` on that this profile still needs; undefined if all are done. */
export const nextStep = (from: number, known: Profile | undefined): Step | undefined =>
  steps.slice(from).find((step) => {
    if (step === 'photo') return known === undefined || known.photos.length === 0;
    if (step === 'birth_date') return (known?.birth_date ?? null) === null;
    return step === 'search' || known === undefined || known.location === '';
  });

export interface StepProperties {
  readonly step: Step;
  readonly onNext: () => void;
}

/** Renders one step. Each is saved before the next one opens, and each can be skipped. */
export function SetUpStep({ step, onNext }: StepProperties): VNode {
  const texts = useTexts(welcomeTexts);
  const [changes, setChanges] = useState<Partial<Pick<Profile, 'birth_date' | 'location'>>>({});
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useLayoutEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), []);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (Object.values(changes).every((value) => !value)) return onNext();
    setBusy(true);
    setFault(undefined);
    try {
      profile.store.set(await api.put('/user/perfil', { body: changes }));
      onNext();
    } catch (error) {
      const [first] = error instanceof PracaError ? error.errors : [];
      setFault(first ? asSentence(first.message) : explain(error));
    } finally {
      setBusy(false);
    }
  };
  const bodies: Readonly<Record<Step, () => Children>> = {
    photo: () => h(PhotoStep, {}),
    birth_date: () =>
      h(BirthDate, { value: changes.birth_date, fault, onInput: (birth_date) => setChanges({ birth_date }) }),
    city: () =>
      h(CityField, { value: changes.location ?? '', fault, onInput: (location) => setChanges({ location }) }),
    search: () => h(SearchStep, {}),
  };
  const { title, lead } = texts.steps[step];
  const isLast = step === steps.at(-1);
  return html`${h(Heading, { text: title })}
    <form class="form" novalidate onSubmit=${save}>
      <p class="soft small">${texts.step(steps.indexOf(step) + 1, steps.length)}</p>
      <p>${lead}</p>
      ${bodies[step]()}
      <div class="welcome-acts stack tight">
        ${drawButton({ label: isLast ? texts.finish : texts.next, isSubmit: true, isBusy, isWide: true })}
        ${drawButton({ label: texts.skipStep, kind: 'quiet', isWide: true, onClick: onNext })}
      </div>
    </form>`;
}

/** Turns the server's message, which continues the field name, into a sentence of its own. */
const asSentence = (words: string): string => `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;

interface BirthDateProperties {
  readonly value: string | null | undefined;
  readonly fault: string | undefined;
  readonly onInput: (day: string) => void;
}

function BirthDate({ value, fault, onInput }: BirthDateProperties): VNode {
  const texts = useTexts(profileTexts);
  return drawField({
    name: 'birth_date',
    label: texts.birthDate,
    type: 'date',
    value: value ?? '',
    onInput,
    fault,
    autocomplete: 'bday',
  });
}

function PhotoStep(): VNode {
  const fresh = useFresh(photos);
  const { value: list } = fresh;
  const texts = useTexts(profileTexts);
  if (!list) return drawLoading(fresh);
  const [first] = list;
  return html`<ul class="photo-grid one">
    <li>
      ${
        first
          ? h(Photo, { url: first.url, name: '', says: texts.photoAdded, shape: 'card', isFirst: true })
          : h(AddPhoto, {
              onAdded: (photo) => {
                photos.store.set([photo]);
                void refreshMe().catch(() => {});
              },
            })
      }
    </li>
  </ul>`;
}

function SearchStep(): Children {
  const fresh = useFresh(config);
  return fresh.value ? h(SearchFields, { value: fresh.value }) : drawLoading(fresh);
}
