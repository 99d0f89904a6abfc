import type { SettingDefinitions } from '../settings.ts';
import { StartError } from '../start-error.ts';

/** Minimum length: 16 random bytes in any encoding, which are 128 bits. */
const leastCharacters = 16;
/**
 * Minimum number of different characters. 32 random hexadecimal digits, the narrowest encoding in use, have fewer once
 * in 30 million keys.
 */
const leastDifferent = 8;

/** Returns one check per secret that an operator creates. It throws if the secret can be guessed. */
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
      `${name} ${fault}: create another one with "openssl rand -base64 32" (docs/operations/secrets.md). Until then, WEAK_SECRETS=yes allows this one.`,
    );
  });
}

/** The prefix of a webhook secret is not part of the key. */
const decode = (value: string, form: 'base64' | 'text' | undefined): Buffer =>
  form === 'base64' ? Buffer.from(value.replace(/^whsec_/, ''), 'base64') : Buffer.from(value);

/** The length of a base64 key is checked where it is used. */
function findWeakness(secret: Buffer, published: readonly Buffer[], isText: boolean): string | undefined {
  if (isText && secret.length < leastCharacters) return `must have at least ${leastCharacters} characters`;
  if (published.some((known) => known.equals(secret))) return 'is the published one of the sandbox';
  return isRepetitive(secret) ? 'repeats itself and can be guessed' : undefined;
}

/**
 * Returns true for a secret with few different bytes, a repeated block, or consecutive bytes (`abcdef…`), whose
 * differences are equal.
 */
function isRepetitive(secret: Buffer): boolean {
  const least = Math.min(leastDifferent, Math.ceil(secret.length / 4));
  const steps = secret.subarray(1).map((byte, index) => byte - (secret[index] ?? 0));
  if (new Set(secret).size < least || new Set(steps).size < least) return true;
  const half = Math.floor(secret.length / 2);
  return Array.from({ length: half }, (_none, index) => index + 1).some((block) =>
    secret.subarray(block).equals(secret.subarray(0, -block)),
  );
}
