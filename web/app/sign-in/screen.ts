import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { explain } from '../state/act.ts';
import { signIn } from '../state/session.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { signInTexts } from './texts.ts';

/** The same name is the same person, however it is typed. */
export const idOfName = (name: string): string =>
  name.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, '-');

export function Screen(): VNode {
  const [texts, frame] = [useTexts(signInTexts), useTexts(frameTexts)];
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (idOfName(name) === '') return setFault(frame.required);
    setBusy(true);
    try {
      await signIn({ user_id: idOfName(name), name: name.trim() });
    } catch (error) {
      setFault(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return html`${h(Heading, { text: texts.title })}
    <p class="soft">${texts.lead}</p>
    <form class="form" novalidate onSubmit=${submit}>
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
      ${drawButton({ label: texts.enter, isSubmit: true, isBusy, isWide: true })}
    </form>`;
}
