import { AsyncLocalStorage } from 'node:async_hooks';

/** Data about the current request that the database layer needs. */
export interface RequestScope {
  /** Principal on whose behalf the request reads and writes, once it is known: `psp 1`, `user 0198…`. */
  principal: string | undefined;
  /** The request has written. Later reads must find that write, so a replica chosen before may no longer do. */
  hasWritten: boolean;
  /** Replica that each database has chosen for the request. */
  readonly places: Map<object, unknown>;
}

/**
 * Passed by AsyncLocalStorage and not by arguments, because hundreds of operations would have to pass on a value that
 * they do not use. It stays empty without replicas.
 */
const scopes = new AsyncLocalStorage<RequestScope>();

export const newScope = (): RequestScope => ({
  principal: undefined,
  hasWritten: false,
  places: new Map(),
});

export const inScope = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

/**
 * One scope per request. Fastify hooks and handlers enter it again, because the async context does not continue between
 * them.
 */
export class RequestScopes {
  readonly #byRequest = new WeakMap<object, RequestScope>();

  enter(request: object, work: () => void): void {
    const scope = this.#byRequest.get(request) ?? newScope();
    this.#byRequest.set(request, scope);
    inScope(scope, work);
  }
}

export const currentScope = (): RequestScope | undefined => scopes.getStore();

/**
 * Captures the scope for a streamed answer: the reader's requests for more data run outside the request's async
 * context.
 */
export const rememberScope = (): (<T>(work: () => T) => T) => AsyncLocalStorage.snapshot();

/** Sets the principal of the request. Reads from now on find the principal's own writes on every server. */
export function actAs(principal: string): void {
  const scope = scopes.getStore();
  if (!scope) return;
  scope.principal = principal;
  scope.places.clear();
}
