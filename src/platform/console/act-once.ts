import type { Clock } from '../clock.ts';
import { runOnce } from '../http/idempotency.ts';
import { isId } from '../ids.ts';
import { invalidField } from '../problem.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Sealer } from '../tokens/sealer.ts';
import type { ActingVisit, Fields } from './console-page.ts';

/** The hidden field of a form that is to count once: an id that was made when the form was drawn. */
export const onceName = 'once';

/**
 * Does what a form asks for once, however often it is sent: by a double click, the back button or another tab. Whoever
 * sends it again gets the first answer. `asked` is what was filled in: the same form filled in otherwise is refused.
 * The transaction is for the operation and for the line in the audit record.
 */
export async function actOnce<T>(
  context: { readonly sql: Sql; readonly clock: Clock; readonly sealer: Sealer },
  { place, person }: ActingVisit,
  fields: Fields,
  asked: unknown,
  run: (tx: Tx) => Promise<T>,
): Promise<{ readonly answer: T; readonly isReplayed: boolean }> {
  const key = fields(onceName);
  if (!isId(key)) throw invalidField(onceName, 'required', 'is missing');
  const owner = `console:${place.kind}:${place.id}:${person.id}`;
  return runOnce(context, { owner, key, content: asked, waits: true }, run);
}
