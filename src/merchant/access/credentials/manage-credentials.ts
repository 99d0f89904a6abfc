import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import type { Signals } from '../../../platform/signals/signals.ts';
import type { Actor } from '../audit/audit.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import {
  insertCredential,
  insertPsp,
  listCredentials,
  listPsps,
  pspExists,
  replaceSecret,
  revokeCredential,
  selectHolders,
  setSuspended,
  updateTerms,
  type CredentialRow,
  type CredentialTerms,
  type PspRow,
} from './credential.store.ts';
import { scopes } from './scope.rules.ts';

export interface CredentialsContext {
  sql: Sql;
  clock: Clock;
  signals: Signals;
}

export type { CredentialTerms };

export interface IssuedCredential {
  clientId: string;
  /** Shown once: only its hash is stored. */
  clientSecret: string;
}

/** Signal on which every process reads the credentials again. */
export const credentialsChannel = 'merchant.credentials';

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** All scopes, from all networks. */
export const usualTerms: CredentialTerms = { name: '', scopes, networks: [] };

async function issue(
  tx: Tx,
  context: Pick<CredentialsContext, 'clock'>,
  pspId: number,
  terms: CredentialTerms,
  holder: Actor | null,
): Promise<IssuedCredential> {
  const clientId = `psp-${pspId}-${randomBytes(6).toString('hex')}`;
  const clientSecret = newSecret();
  const createdAt = context.clock.now();
  const secretHash = hashSecret(clientSecret);
  await insertCredential(tx, { clientId, pspId, secretHash, createdAt, holder, ...terms });
  return { clientId, clientSecret };
}

export const getPsps = (context: CredentialsContext): Promise<PspRow[]> => listPsps(context.sql);

export const hasPsp = ({ sql }: Pick<CredentialsContext, 'sql'>, pspId: number): Promise<boolean> =>
  pspExists(sql, pspId);

export type CreatedPsp = IssuedCredential & { pspId: number };

/** Creates a PSP with a credential. `holder` is the person who is shown the secret. */
export const createPsp = (
  context: CredentialsContext,
  name: string,
  holder: Actor | null = null,
  recorded?: Beside<[CreatedPsp]>,
): Promise<CreatedPsp> =>
  transaction(context.sql, async (tx) => {
    const created = await createPspWithin(tx, context, name, holder);
    await recorded?.(tx, created);
    return created;
  });

/** Does the same in the caller's transaction. */
export async function createPspWithin(
  tx: Tx,
  context: Pick<CredentialsContext, 'clock'>,
  name: string,
  holder: Actor | null,
): Promise<CreatedPsp> {
  const pspId = await insertPsp(tx, name, context.clock.now());
  return { pspId, ...(await issue(tx, context, pspId, usualTerms, holder)) };
}

export const addCredential = (
  context: CredentialsContext,
  pspId: number,
  terms = usualTerms,
  holder: Actor | null = null,
  recorded?: Beside<[IssuedCredential]>,
): Promise<IssuedCredential | undefined> =>
  transaction(context.sql, async (tx) => {
    const issued = await addCredentialWithin(tx, context, pspId, holder, terms);
    if (issued) await recorded?.(tx, issued);
    return issued;
  });

/** Does the same in the caller's transaction. */
export const addCredentialWithin = async (
  tx: Tx,
  context: Pick<CredentialsContext, 'clock'>,
  pspId: number,
  holder: Actor | null,
  terms = usualTerms,
): Promise<IssuedCredential | undefined> =>
  (await pspExists(tx, pspId)) ? issue(tx, context, pspId, terms, holder) : undefined;

const clientPrefix = 'client:';

/**
 * Returns the people who may have made a request: its author and, for a credential, everyone who was shown its secret.
 */
export const listRequesters = async (tx: Tx, actor: string): Promise<readonly string[]> =>
  actor.startsWith(clientPrefix)
    ? [actor, ...(await selectHolders(tx, actor.slice(clientPrefix.length)))]
    : [actor];

export const getCredentials = (
  context: Pick<CredentialsContext, 'sql'>,
  pspId: number,
): Promise<CredentialRow[]> => listCredentials(context.sql, pspId);

/** Returns the credential. Another PSP's credential is reported as unknown. A credential never moves to another PSP. */
export async function getCredential(
  context: Pick<CredentialsContext, 'sql'>,
  pspId: number,
  clientId: string,
): Promise<CredentialRow> {
  const found = (await listCredentials(context.sql, pspId)).find(({ client_id: id }) => id === clientId);
  if (!found) throw problem('not_found');
  return found;
}

export const changeTerms = (
  context: CredentialsContext,
  clientId: string,
  terms: CredentialTerms,
  recorded?: Beside,
): Promise<boolean> => change(context, (tx) => updateTerms(tx, clientId, terms), recorded);

/** Replaces the secret. Tokens issued for the old one are refused from now on. */
export async function rotateCredential(
  context: CredentialsContext,
  clientId: string,
  holder: Actor | null = null,
  recorded?: Beside,
): Promise<IssuedCredential | undefined> {
  const clientSecret = newSecret();
  const rotated = await change(
    context,
    (tx) => replaceSecret(tx, clientId, hashSecret(clientSecret), holder),
    recorded,
  );
  return rotated ? { clientId, clientSecret } : undefined;
}

export const endCredential = (
  context: CredentialsContext,
  clientId: string,
  recorded?: Beside,
): Promise<boolean> => change(context, (tx) => revokeCredential(tx, clientId, context.clock.now()), recorded);

export const suspendPsp = (context: CredentialsContext, pspId: number, recorded?: Beside): Promise<boolean> =>
  change(context, (tx) => setSuspended(tx, pspId, context.clock.now()), recorded);

export const resumePsp = (context: CredentialsContext, pspId: number, recorded?: Beside): Promise<boolean> =>
  change(context, (tx) => setSuspended(tx, pspId, null), recorded);

async function change(
  context: CredentialsContext,
  run: (tx: Tx) => Promise<boolean>,
  recorded?: Beside,
): Promise<boolean> {
  const changed = await transaction(context.sql, async (tx) => {
    const done = await run(tx);
    if (done) await recorded?.(tx);
    return done;
  });
  if (changed) context.signals.publish(credentialsChannel);
  return changed;
}
