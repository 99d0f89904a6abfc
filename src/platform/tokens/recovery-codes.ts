import { createHash, randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';

const recoveryCodeCount = 10;

/** 80 bits, in four groups: too many to try even for whoever has the hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    base32nopad.encode(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join('-'),
  );
}

/** People copy codes from paper, with or without the dashes. Nothing where the text cannot be a code. */
export function hashRecoveryCode(userId: string, typed: string): Buffer | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^[a-z2-7]{16}$/.test(code) ? createHash('sha256').update(`${userId}\0${code}`).digest() : undefined;
}
