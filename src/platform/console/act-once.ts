import type { Clock } from '../clock.ts';
import { runOnce } from '../http/idempotency.ts';
import { isId } from '../ids.ts';
import { invalidField } from '../problem.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Sealer } from '../tokens/sealer.ts';
import type { ActingVisit, Fields } from './console-page.ts';
import { fieldWords } from '../words/field-words.ts';

/** Name of the hidden form field with the idempotency key. The key is made when the form is rendered. */
export const onceName = 'once';

/**
 * Runs the operation of a form once. A repeated submission (double click, back button, another tab) returns the first
 * answer. The same key with other content is refused; `asked` is that content. The operation and its audit record share
 * the transaction.
 */
export async function actOnce<T>(
  context: { readonly sql: Sql; readonly clock: Clock; readonly sealer: Sealer },
  { place, person }: ActingVisit,
  fields: Fields,
  asked: unknown,
  run: (tx: Tx) => Promise<T>,
): Promise<{ readonly answer: T; readonly isReplayed: boolean }> {
  const key = fields(onceName);
  if (!isId(key)) throw invalidField(onceName, 'required', fieldWords.missing);
  const owner = `console:${place.kind}:${place.id}:${person.id}`;
  return runOnce(context, { owner, key, content: asked, waits: true }, run);
}
