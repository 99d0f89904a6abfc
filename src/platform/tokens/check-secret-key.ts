import type { Sql } from '../postgres/client/database.ts';
import type { Sealer } from './sealer.ts';
import { listNewestSeals } from './signing-keys.store.ts';
import { sealPurpose } from './tokens.ts';

/**
 * Whether anything of these services is sealed yet. Throws a sentence where it is with another key than those that are
 * set: every service opens its signing keys when it starts.
 */
export async function checkSecretKey(
  sql: Sql,
  sealer: Sealer,
  services: readonly string[],
): Promise<'opens' | 'nothing sealed'> {
  const seals = await listNewestSeals(sql, services);
  for (const { purpose, sealed_private_jwk: sealed } of seals) sealer.open(sealed, sealPurpose(purpose));
  return seals.length > 0 ? 'opens' : 'nothing sealed';
}
