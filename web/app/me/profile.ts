import { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { navigate } from '../router/router.ts';
import { refreshMe } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow, useTexts } from '../texts/language.ts';
import { CityField } from '../profile/city-field.ts';
import { profile, profileDraft, useFresh, type Profile } from '../profile/own-state.ts';
import { Photos } from './photos.ts';
import { profileTexts } from '../profile/texts.ts';
import { drawLoading } from '../profile/waiting.ts';

type Filled = Pick<Profile, 'name' | 'about' | 'location' | 'birth_date' | 'gender'>;

export function ProfileForm(): VNode {
  const texts = useTexts(profileTexts);
  const fresh = useFresh(profile);
  return html`${h(Heading, { text: texts.title, backTo: '/app/me' })} ${h(Photos, {})}
  ${fresh.value ? h(Fields, { known: fresh.value }) : drawLoading(fresh)}`;
}

/** Returns whether the draft differs from the saved profile. */
const isUnsaved = (known: Profile): boolean =>
  Object.entries(profileDraft.get()).some(([name, value]) => known[name as keyof Profile] !== value);

function showDraftNotice(): void {
  const known = profile.store.get();
  if (!known || !isUnsaved(known)) return;
  const texts = textsNow(profileTexts);
  const undo = { label: texts.toDraft, run: () => navigate('/app/me/profile') };
  showToast({ text: texts.unsaved, undo });
}

/** Turns the server's message, which continues the field name, into a sentence of its own. */
const asSentence = (words: string): string => `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;

function Fields({ known }: { readonly known: Profile }): VNode {
  const texts = useTexts(profileTexts);
  // The draft overrides the known profile, so that an update from the server does not discard typed text.
  const changes: Partial<Filled> = useStore(profileDraft);
  const [fault, setFault] = useState<{ readonly field: string; readonly text: string }>();
  const [isBusy, setBusy] = useState(false);
  const filled: Filled = { ...known, ...changes };
  const change = (some: Partial<Filled>): void => profileDraft.change((before) => ({ ...before, ...some }));
  useEffect(() => showDraftNotice, []);
  useEffect(() => {
    if (fault && fault.field !== '') document.querySelector<HTMLElement>(`#${fault.field}`)?.focus();
  }, [fault]);
  const faultOf = (field: string): string | undefined => (fault?.field === field ? fault.text : undefined);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      profile.store.set(await api.put('/user/perfil', { body: changes }));
      profileDraft.set({});
      showToast({ text: texts.saved });
      void refreshMe().catch(() => {});
    } catch (error) {
      const [first] = error instanceof PracaError ? error.errors : [];
      const isOurs = first !== undefined && Object.hasOwn(filled, first.field);
      setFault({
        field: isOurs ? first.field : '',
        text: isOurs ? asSentence(first.message) : explain(error),
      });
    } finally {
      setBusy(false);
    }
  };
  return html`<form class="form" novalidate onSubmit=${save}>
    ${drawField({
      name: 'name',
      label: texts.name,
      value: filled.name,
      onInput: (name) => change({ name }),
      fault: faultOf('name'),
      autocomplete: 'name',
      maxLength: 100,
      isRequired: true,
    })}
    ${drawField({
      name: 'about',
      label: texts.about,
      hint: texts.aboutHint,
      value: filled.about,
      onInput: (about) => change({ about }),
      fault: faultOf('about'),
      rows: 5,
      maxLength: 2000,
    })}
    ${h(CityField, { value: filled.location, onInput: (location) => change({ location }), fault: faultOf('location') })}
    ${drawField({
      name: 'birth_date',
      label: texts.birthDate,
      hint: texts.birthHint,
      type: 'date',
      value: filled.birth_date ?? '',
      onInput: (day) => change({ birth_date: day === '' ? null : day }),
      fault: faultOf('birth_date'),
      autocomplete: 'bday',
    })}
    <div class="field">
      <label for="gender">${texts.gender}</label>
      <select
        id="gender"
        value=${filled.gender ?? ''}
        onChange=${(event: Event) => {
          const chosen = (event.target as HTMLSelectElement).value;
          change({ gender: chosen === '' ? null : (chosen as NonNullable<Profile['gender']>) });
        }}
      >
        ${Object.entries(texts.genders).map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
      </select>
    </div>
    ${fault?.field === '' && html`<p class="notice bad" role="alert">${fault.text}</p>`}
    <div class="acts-below">
      ${drawButton({ label: texts.save, isSubmit: true, isBusy })}
      ${
        isUnsaved(known) &&
        drawButton({ label: texts.discard, kind: 'plain', onClick: () => profileDraft.set({}) })
      }
    </div>
  </form>`;
}
