import { emailKeyOf } from '../../../platform/identity/read-email.ts';

/**
 * Returns whether two actions may be those of one person. People are compared by the key of their e-mail address, which
 * is unique in the console, so a member of a PSP who is also staff counts as one person. Earlier versions accepted
 * free-form staff names, which may belong to any person.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [first, second] = [personOf(one), personOf(other)];
  return first === undefined || second === undefined || first === second;
}

/**
 * Returns the person of an actor, undefined if it may be any person. A credential and the service itself are not
 * people: `listRequesters` names the people behind a credential.
 */
function personOf(actor: string): string | undefined {
  const email = /^(?:staff|member):(.*)$/s.exec(actor)?.[1];
  if (email === undefined) return actor;
  return email.includes('@') ? emailKeyOf(email) : undefined;
}
