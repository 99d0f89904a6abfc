import type { Language } from '../../../platform/http/language.ts';
import { sayIn, type FieldFault, type ProblemError } from '../../../platform/problem.ts';
import { fill } from '../../../platform/pages/fill-text.ts';

type Texts = Record<Language, string>;

/** Messages for the user of the app. `{n}` is a number of the problem, `{field}` the field's name on the wire. */
const problems: Record<string, Texts> = {
  email_taken: {
    en: 'There is already an account with this e-mail address. Sign in, or recover your password.',
    pt: 'Já existe uma conta com este e-mail. Entre ou recupere a sua senha.',
    de: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte anmelden oder das Passwort zurücksetzen.',
  },
  invalid_credentials: {
    en: 'The e-mail address or the password is wrong, or the address has not been confirmed yet.',
    pt: 'O e-mail ou a senha está errado, ou o e-mail ainda não foi confirmado.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch, oder die Adresse wurde noch nicht bestätigt.',
  },
  verification_required: {
    en: 'Please confirm your e-mail address first: open the link in the mail that we sent you.',
    pt: 'Confirme primeiro o seu e-mail: abra o link na mensagem que enviamos.',
    de: 'Bitte zuerst die E-Mail-Adresse bestätigen: Der Link dazu steht in unserer E-Mail.',
  },
  too_many_attempts: {
    en: 'Too many attempts. Try again in {n} s.',
    pt: 'Tentativas demais. Tente de novo em {n} s.',
    de: 'Zu viele Versuche. Bitte in {n} s noch einmal versuchen.',
  },
  proof_required: {
    en: 'Signing in with this provider requires its ID token.',
    pt: 'Para entrar com este provedor é preciso o ID token dele.',
    de: 'Die Anmeldung über diesen Anbieter braucht dessen ID-Token.',
  },
  proof_invalid: {
    en: 'The provider’s ID token is not valid. Please sign in with the provider again.',
    pt: 'O ID token do provedor não é válido. Entre de novo com o provedor.',
    de: 'Das ID-Token des Anbieters ist nicht gültig. Bitte beim Anbieter noch einmal anmelden.',
  },
  provider_unavailable: {
    en: 'The provider cannot be reached at the moment. Try again in a little while.',
    pt: 'O provedor não responde no momento. Tente de novo daqui a pouco.',
    de: 'Der Anbieter ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.',
  },
  totp_required: {
    en: 'Please enter the code of your authenticator app.',
    pt: 'Digite o código do seu aplicativo autenticador.',
    de: 'Bitte den Code der Authenticator-App eingeben.',
  },
  totp_invalid: {
    en: 'The code of the authenticator app is wrong or was used before.',
    pt: 'O código do aplicativo autenticador está errado ou já foi usado.',
    de: 'Der Code der Authenticator-App ist falsch oder wurde schon benutzt.',
  },
  totp_confirmation_required: {
    en: 'Too many codes of the authenticator app were wrong. Follow the link that was mailed to you, or use a recovery code.',
    pt: 'Muitos códigos do aplicativo autenticador estavam errados. Siga o link que enviamos por e-mail ou use um código de recuperação.',
    de: 'Zu viele Codes der Authenticator-App waren falsch. Bitte den Link in der E-Mail öffnen oder einen Wiederherstellungscode benutzen.',
  },
  unknown_email: {
    en: 'There is no account with this e-mail address.',
    pt: 'Não existe conta com este e-mail.',
    de: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
  },
  unknown_user: {
    en: 'There is no such user.',
    pt: 'Este usuário não existe.',
    de: 'Diesen Benutzer gibt es nicht.',
  },
  not_signed_in: {
    en: 'You are not signed in.',
    pt: 'Você não está conectado.',
    de: 'Diese Anfrage ist nicht angemeldet.',
  },
  code_invalid: {
    en: 'The code is wrong or no longer valid.',
    pt: 'O código está errado ou não vale mais.',
    de: 'Der Code ist falsch oder nicht mehr gültig.',
  },
  link_invalid: {
    en: 'This link is no longer valid.',
    pt: 'Este link não vale mais.',
    de: 'Dieser Link ist nicht mehr gültig.',
  },
  internal_error: {
    en: 'Something went wrong on our side. Please try again.',
    pt: 'Algo deu errado do nosso lado. Tente de novo.',
    de: 'Bei uns ist etwas schiefgegangen. Bitte noch einmal versuchen.',
  },
};

const fields: Record<string, Texts> = {
  required: { en: '{field} is missing.', pt: '{field} está faltando.', de: '{field} fehlt.' },
  wrong_type: {
    en: '{field} is of the wrong type.',
    pt: '{field} é do tipo errado.',
    de: '{field} hat den falschen Typ.',
  },
  too_short: {
    en: '{field} must have at least {n} characters.',
    pt: '{field} deve ter pelo menos {n} caracteres.',
    de: '{field} muss mindestens {n} Zeichen haben.',
  },
  several_lines: {
    en: '{field} must be on one line, without tabs.',
    pt: '{field} deve ficar em uma só linha, sem tabulações.',
    de: '{field} muss auf einer Zeile stehen, ohne Tabulatoren.',
  },
  too_long: {
    en: '{field} must have at most {n} characters.',
    pt: '{field} deve ter no máximo {n} caracteres.',
    de: '{field} darf höchstens {n} Zeichen haben.',
  },
  invisible_characters: {
    en: '{field} contains invisible characters.',
    pt: '{field} tem caracteres invisíveis.',
    de: '{field} enthält unsichtbare Zeichen.',
  },
  malformed: {
    en: '{field} is not valid.',
    pt: '{field} não é válido.',
    de: '{field} ist nicht gültig.',
  },
  mixed_scripts: {
    en: '{field} mixes letters of different alphabets that look alike.',
    pt: '{field} mistura letras parecidas de alfabetos diferentes.',
    de: '{field} mischt ähnlich aussehende Buchstaben verschiedener Alphabete.',
  },
  not_allowed: {
    en: '{field} has a value that is not allowed.',
    pt: '{field} tem um valor que não é permitido.',
    de: '{field} hat einen Wert, der nicht erlaubt ist.',
  },
  too_common: {
    en: '{field} is one of the most common passwords. Choose another one.',
    pt: '{field} é uma das senhas mais comuns. Escolha outra.',
    de: '{field} ist eines der häufigsten Passwörter. Bitte ein anderes wählen.',
  },
  contains_email: {
    en: '{field} must not contain the e-mail address.',
    pt: '{field} não pode conter o e-mail.',
    de: '{field} darf die E-Mail-Adresse nicht enthalten.',
  },
  different: {
    en: 'The two passwords differ.',
    pt: 'As duas senhas são diferentes.',
    de: 'Die beiden Passwörter sind verschieden.',
  },
  too_large: {
    en: '{field} is too large.',
    pt: '{field} é grande demais.',
    de: '{field} ist zu groß.',
  },
  too_small: {
    en: '{field} is too small.',
    pt: '{field} é pequeno demais.',
    de: '{field} ist zu klein.',
  },
  too_deep: {
    en: '{field} is nested too deeply.',
    pt: '{field} tem níveis demais.',
    de: '{field} ist zu tief verschachtelt.',
  },
  unchanged: {
    en: '{field} must differ from the current one.',
    pt: '{field} precisa ser diferente da atual.',
    de: '{field} muss ein anderes als das bisherige sein.',
  },
  one_time: {
    en: '{field} must differ from the one-time password.',
    pt: '{field} precisa ser diferente da senha de uso único.',
    de: '{field} muss ein anderes als das Einmalpasswort sein.',
  },
  not_an_image: {
    en: '{field} is not a JPEG, PNG or WebP picture.',
    pt: '{field} não é uma imagem JPEG, PNG ou WebP.',
    de: '{field} ist kein Bild im Format JPEG, PNG oder WebP.',
  },
  damaged: {
    en: '{field} is damaged or incomplete.',
    pt: '{field} está danificado ou incompleto.',
    de: '{field} ist beschädigt oder unvollständig.',
  },
  invalid: {
    en: '{field} is not valid.',
    pt: '{field} não é válido.',
    de: '{field} ist nicht gültig.',
  },
};

export function describeField(fault: FieldFault, language: Language, name: string = fault.field): string {
  const { say, values = {} } = fault;
  const template = fields[fault.code]?.[language];
  if (template === undefined) return `${name} ${sayIn(language, { say, values })}.`;
  const limit = values['least'] ?? values['most'];
  return fill(template, { field: name, n: typeof limit === 'number' ? limit : '' });
}

/** Returns one or more sentences for the user. Programs use the stable code instead. */
export function describeProblem(problem: ProblemError, language: Language): string {
  if (problem.faults && problem.faults.length > 0) {
    return problem.faults.map((fault) => describeField(fault, language)).join(' ');
  }
  const text = problems[problem.code]?.[language];
  if (text !== undefined) return text.replace('{n}', problem.headers['retry-after'] ?? '');
  return problem.show(language).detail;
}

const done: Record<'signed_up' | 'signed_up_confirm' | 'signed_out', Texts> = {
  signed_up: {
    en: 'Your account has been created.',
    pt: 'A sua conta foi criada.',
    de: 'Das Konto wurde angelegt.',
  },
  signed_up_confirm: {
    en: 'Almost done: we sent you an e-mail. Open its link to confirm your address.',
    pt: 'Quase pronto: enviamos um e-mail. Siga o link para confirmar o seu endereço.',
    de: 'Fast fertig: Die E-Mail mit dem Link zum Bestätigen der Adresse ist unterwegs.',
  },
  signed_out: {
    en: 'You are logged out.',
    pt: 'Você saiu da sua conta.',
    de: 'Die Abmeldung ist erfolgt.',
  },
};

export const describeSuccess = (what: keyof typeof done, language: Language): string => done[what][language];
