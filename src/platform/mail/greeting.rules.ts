import { toNormalForm } from '../normal-form.ts';

const longest = 40;

/** Letters with their marks, in words that a full stop may only end: none of them can be read as an address. */
const pattern = /^(?=.*\p{L})(?:[\p{L}\p{M}'’-]+\.?(?: |$))+$/u;

/**
 * The name that a mail greets with. Whoever signs up chooses it, and the mail may go to somebody else's address: what
 * could carry a message or a link there is left out.
 */
export function greetableName(name: string | undefined): string | undefined {
  const trimmed =
    toNormalForm(name ?? '', longest)
      ?.trim()
      .replaceAll(/ {2,}/g, ' ') ?? '';
  return Array.from(trimmed).length <= longest && pattern.test(trimmed) ? trimmed : undefined;
}
