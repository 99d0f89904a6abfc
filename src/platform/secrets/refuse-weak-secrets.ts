import type { SettingDefinitions } from '../settings.ts';
import { StartError } from '../start-error.ts';

/** 128 bits, as 16 random bytes in any spelling have. */
const leastCharacters = 16;
/** Of 32 random hexadecimal digits, the narrowest alphabet in use, fewer are different once in 30 million keys. */
const leastDifferent = 8;

/** One check for each secret that an operator makes: it throws where guessing the secret is possible. */
export function weakSecretChecks(
  definitions: SettingDefinitions,
): ((settings: { readonly WEAK_SECRETS: boolean }) => void)[] {
  const made = Object.entries(definitions).filter(([, { secretForm }]) => secretForm !== undefined);
  const published = made.map(([, { sandbox, secretForm }]) => decode(String(sandbox), secretForm));
  return made.map(([name, { secretForm }]) => (settings) => {
    const value = (settings as Readonly<Record<string, unknown>>)[name];
    if (settings.WEAK_SECRETS || typeof value !== 'string' || value === '') return;
    const fault = findWeakness(decode(value, secretForm), published, secretForm === 'text');
    if (fault === undefined) return;
    throw new StartError(
      `${name} ${fault}: make another one with "openssl rand -base64 32" ("Secrets and rotating them" in docs/operations.md). Until then, WEAK_SECRETS=yes starts with this one.`,
    );
  });
}

/** A webhook secret has a prefix, which is not part of the key. */
const decode = (value: string, form: 'base64' | 'text' | undefined): Buffer =>
  form === 'base64' ? Buffer.from(value.replace(/^whsec_/, ''), 'base64') : Buffer.from(value);

/** A key in base64 has a length of its own, which its user checks. */
function findWeakness(secret: Buffer, published: readonly Buffer[], isText: boolean): string | undefined {
  if (isText && secret.length < leastCharacters) return `must have at least ${leastCharacters} characters`;
  if (published.some((known) => known.equals(secret))) return 'is the published one of the sandbox';
  return isRepetitive(secret) ? 'repeats itself and can be guessed' : undefined;
}

/** Few different bytes, a block that is repeated, or bytes in a row (`abcdef…`), of which the steps are the same. */
function isRepetitive(secret: Buffer): boolean {
  const least = Math.min(leastDifferent, Math.ceil(secret.length / 4));
  const steps = secret.subarray(1).map((byte, index) => byte - (secret[index] ?? 0));
  if (new Set(secret).size < least || new Set(steps).size < least) return true;
  const half = Math.floor(secret.length / 2);
  return Array.from({ length: half }, (_none, index) => index + 1).some((block) =>
    secret.subarray(block).equals(secret.subarray(0, -block)),
  );
}
