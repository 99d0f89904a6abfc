import { AsyncLocalStorage } from 'node:async_hooks';

/** What the database has to know of a request beyond its statements. */
export interface RequestScope {
  /** On whose behalf it reads and writes, once that is known: `psp 1`, `user 0198…`. */
  principal: string | undefined;
  /** It has written: what it read before is no measure of what it must find from now on. */
  hasWritten: boolean;
  /** Where each database has decided to read for it. */
  readonly places: Map<object, unknown>;
}

/**
 * Carried along the calls instead of through them: hundreds of operations would have to hand on what none of them uses.
 * Nobody enters it where there are no replicas.
 */
const scopes = new AsyncLocalStorage<RequestScope>();

export const newScope = (): RequestScope => ({
  principal: undefined,
  hasWritten: false,
  places: new Map(),
});

export const inScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

/** One scope for each request, entered as often as its thread is picked up again. */
export class RequestScopes {
  readonly #byRequest = new WeakMap<object, RequestScope>();

  enter(request: object, work: () => void): void {
    const scope = this.#byRequest.get(request) ?? newScope();
    this.#byRequest.set(request, scope);
    inScope(scope, work);
  }
}

export const currentScope = (): RequestScope | undefined => scopes.getStore();

/** For what goes on when whoever reads the answer asks for more of it, which is no call of the request any more. */
export const rememberScope = (): (<T>(work: () => T) => T) => AsyncLocalStorage.snapshot();

/** From here on the request is on their behalf: they find what it writes, wherever they read. */
export function actAs(principal: string): void {
  const scope = scopes.getStore();
  if (!scope) return;
  scope.principal = principal;
  scope.places.clear();
}
