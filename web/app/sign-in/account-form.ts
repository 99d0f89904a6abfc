import { PracaError } from '@praca/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField, type FieldProperties } from '../parts/field.ts';
import { html } from '../parts/html.ts';
import { explain } from '../state/act.ts';
import { frameTexts } from '../texts/frame-texts.ts';
import { useTexts } from '../texts/language.ts';
import { accountTexts } from './account-texts.ts';
import type { Filled, Step } from './account-steps.ts';

export interface AccountFormProperties {
  readonly step: Step;
  readonly filled: Filled;
  readonly needsTotp: boolean;
  readonly onFill: (change: Partial<Filled>) => void;
  /** Returns an error message, or undefined on success. */
  readonly onSubmit: () => Promise<string | undefined>;
}

type FieldName = keyof Filled;

const fieldsOf: Readonly<Record<Step, readonly FieldName[]>> = {
  'sign-in': ['email', 'password'],
  'sign-up': ['firstName', 'lastName', 'email', 'password'],
  confirm: [],
  recover: ['email'],
  code: ['code', 'password'],
};

/** Returns the attributes by which browsers and password managers recognise the field. */
function describe(name: FieldName, step: Step): Pick<FieldProperties, 'type' | 'autocomplete' | 'maxLength'> {
  const isNew = step === 'sign-up' || step === 'code';
  const all: Readonly<Record<FieldName, Pick<FieldProperties, 'type' | 'autocomplete' | 'maxLength'>>> = {
    firstName: { autocomplete: 'given-name', maxLength: 100 },
    lastName: { autocomplete: 'family-name', maxLength: 100 },
    email: { type: 'email', autocomplete: 'username', maxLength: 254 },
    password: { type: 'password', autocomplete: isNew ? 'new-password' : 'current-password', maxLength: 256 },
    totp: { autocomplete: 'one-time-code', maxLength: 20 },
    code: { autocomplete: 'one-time-code', maxLength: 100 },
  };
  return all[name];
}

export function AccountForm({ step, filled, needsTotp, onFill, onSubmit }: AccountFormProperties): VNode {
  const [texts, frame] = [useTexts(accountTexts), useTexts(frameTexts)];
  const [fault, setFault] = useState<string>();
  const [missing, setMissing] = useState<FieldName>();
  const [isBusy, setBusy] = useState(false);
  const names = [...fieldsOf[step], ...(needsTotp && step !== 'sign-up' ? (['totp'] as const) : [])];
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const lacking = names.find((name) => filled[name].trim() === '');
    setMissing(lacking);
    setFault(undefined);
    if (lacking !== undefined) return document.querySelector<HTMLElement>(`#${lacking}`)?.focus();
    setBusy(true);
    try {
      setFault(await onSubmit());
    } catch (error) {
      if (!(error instanceof PracaError)) console.error(error);
      setFault(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const lead = {
    'sign-in': undefined,
    'sign-up': undefined,
    confirm: texts.confirm(filled.email),
    recover: texts.recover,
    code: texts.codeSent(filled.email),
  }[step];
  return html`<form class="form" novalidate onSubmit=${submit}>
    <h2>${texts.titles[step]}</h2>
    ${lead !== undefined && html`<p role="status">${lead}</p>`}
    ${fault !== undefined && html`<p class="notice bad" role="alert">${fault}</p>`}
    ${names.map((name) =>
      drawField({
        ...describe(name, step),
        name,
        label: name === 'password' && step === 'code' ? texts.newPassword : texts[name],
        hint: name === 'password' && (step === 'code' || step === 'sign-up') ? texts.passwordHint : undefined,
        value: filled[name],
        onInput: (value) => onFill({ [name]: value }),
        fault: missing === name ? frame.required : undefined,
        isRequired: true,
      }),
    )}
    ${drawButton({ label: texts.acts[step], isSubmit: true, isBusy, isWide: true })}
  </form>`;
}
