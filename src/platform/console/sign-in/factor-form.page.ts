import { html, type Html } from '../../http/page.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { fill } from '../../pages/fill-text.ts';
import type { PasskeyQuestion, Refusal } from '../factors/check-factor.ts';
import type { ConsoleTexts } from '../texts/console-texts.ts';

export const codeField = 'factor_code';
export const passkeyField = 'factor_passkey';

/** Returns why a second factor was refused. */
export function sayRefusal({ reason, waitMs }: Refusal, texts: ConsoleTexts): string {
  if (reason === 'held') return texts.codesHeld;
  return reason === 'wait'
    ? fill(texts.tooManyAttempts, { seconds: Math.ceil(waitMs / 1000) })
    : texts.wrongCode;
}

export interface FactorForm {
  readonly action: string;
  readonly token: string;
  readonly texts: ConsoleTexts;
  readonly button: string;
  /** Fields that the form carries along in hidden inputs. */
  readonly carried: Readonly<Record<string, string>>;
  readonly passkeys: PasskeyQuestion | undefined;
  readonly hasCodes: boolean;
  readonly fault: string | undefined;
}

/**
 * Renders the form for a code, or for a passkey if the browser runs the script. Both are submitted by the same form.
 */
export function drawFactorForm(form: FactorForm): Html {
  const { texts, passkeys } = form;
  const carried = Object.entries(form.carried).map(([name, value]) => drawHidden(name, value));
  return html`${
    passkeys !== undefined &&
    drawForm({
      action: form.action,
      token: form.token,
      id: 'passkey-form',
      fields: html`${carried}${drawHidden(passkeyField, '')}
        <button
          type="submit"
          class="${form.hasCodes ? 'plain' : ''}"
          data-passkey-get="${JSON.stringify(passkeys)}"
          data-failed="${texts.passkeyFailed}"
          hidden
        >
          ${texts.usePasskey}
        </button>
        <p class="fault small" role="alert" hidden></p>
        <noscript><p class="soft small">${texts.passkeyNeedsScript}</p></noscript>`,
    })
  }
  ${passkeys !== undefined && html`<p class="or">${texts.or}</p>`}
  ${drawForm({
    action: form.action,
    token: form.token,
    fields: html`${carried}
      ${drawField({
        name: codeField,
        label: form.hasCodes ? texts.code : texts.recoveryCode,
        hint: form.hasCodes ? texts.codeHint : texts.recoveryCodeHint,
        fault: form.fault,
        autocomplete: 'one-time-code',
        maxLength: 40,
        isCode: true,
        autofocus: true,
      })} <button type="submit">${form.button}</button>`,
  })}`;
}
