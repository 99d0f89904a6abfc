import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';

/** What the library does not hand to its storage: the transaction of the request, and who sends it. */
export interface ProviderRequest {
  readonly visitor?: Visitor;
  readonly requestId?: string;
  /** The transaction of a token request. Other requests write each row on its own. */
  readonly tx?: Tx;
  /** Session to which a new grant belongs. */
  readonly sessionId?: string;
}

export const providerRequest = new AsyncLocalStorage<ProviderRequest>();

/** Runs `run` with additions to the current request. */
export const withinRequest = <T>(added: ProviderRequest, run: () => T): T =>
  providerRequest.run({ ...providerRequest.getStore(), ...added }, run);
