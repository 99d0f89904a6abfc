import { emailKeyOf } from '../../platform/identity/read-email.ts';

/**
 * Whether two acts may be those of one person. People are compared by the key of their e-mail address, which is unique
 * in the console, so a member of a PSP who is also staff is one person. Staff of earlier versions gave any name: such an
 * act may be anyone's.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [first, second] = [personOf(one), personOf(other)];
  return first === undefined || second === undefined || first === second;
}

/** A credential, or the service itself, is not a person: `listRequesters` names the people behind a credential. */
function personOf(actor: string): string | undefined {
  const email = /^(?:staff|member):(.*)$/s.exec(actor)?.[1];
  if (email === undefined) return actor;
  return email.includes('@') ? emailKeyOf(email) : undefined;
}
