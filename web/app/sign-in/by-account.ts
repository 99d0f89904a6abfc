import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { html } from '../parts/html.ts';
import { useTexts } from '../texts/language.ts';
import { accountTexts } from './account-texts.ts';
import { AccountForm } from './account-form.ts';
import { askForCode, hasCode, proveByAccount, setPasswordByCode, signUp } from './account-proof.ts';
import { empty, type Step } from './account-steps.ts';
import type { Enter } from './enter.ts';

/**
 * Renders sign-up, confirmation, sign-in and password recovery. They all use the accounts service, whose tokens the
 * social service accepts.
 */
export function ByAccount({ enter }: { readonly enter: Enter }): VNode {
  const texts = useTexts(accountTexts);
  const [step, setStep] = useState<Step>('sign-in');
  const [filled, setFilled] = useState(empty);
  const [needsTotp, setNeedsTotp] = useState(false);
  const prove = async () => {
    try {
      return await proveByAccount(filled);
    } catch (error) {
      if (hasCode(error, 'totp_required', 'totp_invalid')) setNeedsTotp(true);
      if (hasCode(error, 'verification_required')) setStep('confirm');
      throw error;
    }
  };
  const acts: Readonly<Record<Step, () => Promise<string | undefined>>> = {
    'sign-in': () => enter(prove),
    confirm: () => enter(prove),
    // If addresses need no confirmation, this signs in at once; otherwise the error says that an email was sent.
    'sign-up': () =>
      enter(async () => {
        await signUp(filled);
        setStep('confirm');
        return prove();
      }),
    recover: async () => {
      await askForCode(filled.email);
      setStep('code');
      return undefined;
    },
    code: () =>
      enter(async () => {
        await setPasswordByCode(filled.email, filled.code, filled.password);
        return prove();
      }),
  };
  const lead = (to: Step, label: string): VNode =>
    drawButton({ label, kind: 'plain', isWide: true, onClick: () => setStep(to) });
  return html`${h(AccountForm, {
    key: step,
    step,
    filled,
    needsTotp,
    onFill: (change) => setFilled((before) => ({ ...before, ...change })),
    onSubmit: acts[step],
  })}
  ${
    step === 'sign-in'
      ? [lead('sign-up', texts.toSignUp), lead('recover', texts.toRecover)]
      : lead('sign-in', texts.toSignIn)
  }`;
}
