import { PracaError } from '@praca/client';
import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { visit } from '../router/router.ts';
import { explain } from '../state/act.ts';
import { me, signIn, signInAgain } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';
import { ByAccount } from './by-account.ts';
import { ByName } from './by-name.ts';
import type { Enter } from './enter.ts';
import { readSuspension, Suspended, type Suspension } from './suspended.ts';
import { signInTexts } from './texts.ts';

/** The server sets this attribute on the shell. */
const takesNames = (): boolean => document.body.dataset['signIn'] === 'name';

export function Screen(): VNode {
  const texts = useTexts(signInTexts);
  const { query } = useStore(visit);
  const [suspension, setSuspension] = useState<Suspension>();
  const asked = new URLSearchParams(query);
  const isAgain = asked.has('again') && me.get() !== undefined;
  const enter: Enter = async (prove) => {
    try {
      const proof = await prove();
      if (!isAgain) await signIn(proof);
      else {
        await signInAgain(proof);
        // Reloads the page, as the other tabs do: the new session may be of another person.
        location.assign(`/app/sign-in?to=${encodeURIComponent(asked.get('to') ?? '')}`);
      }
      return undefined;
    } catch (error) {
      const found = error instanceof PracaError ? readSuspension(error) : undefined;
      if (!found) return explain(error);
      setSuspension(found);
      return undefined;
    }
  };
  if (suspension) return html`${h(Suspended, { suspension, onLeave: () => setSuspension(undefined) })}`;
  const deleted = asked.get('deleted');
  return html`${h(Heading, { text: texts.title })}
    ${deleted !== null && html`<p class="notice" role="status">${texts.deleted(writeDay(deleted))}</p>`}
    ${isAgain && html`<p class="notice" role="status">${texts.again}</p>`}
    <p class="soft">${texts.lead}${' '}<a href="/app/welcome">${texts.more}</a></p>
    ${takesNames() ? h(ByName, { enter }) : h(ByAccount, { enter })}`;
}
