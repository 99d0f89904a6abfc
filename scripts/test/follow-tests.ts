// Node's test runner tracks the current suite and the owner of an uncaught error by an async hook on every promise,
// which takes a tenth of the time of tests with many database calls. This file replaces the hook by an
// AsyncLocalStorage, which costs nothing. It must be loaded before the runner.
import type { AsyncResource, AsyncResourceOptions, createHook, HookCallbacks } from 'node:async_hooks';

interface Parts {
  AsyncResource: typeof AsyncResource;
  executionAsyncId: () => number;
  createHook: typeof createHook;
}

/** Loaded without `import`, because imported bindings cannot be replaced. */
const asyncHooks = process.getBuiltinModule('node:async_hooks');
const parts: Parts = asyncHooks;
const { AsyncResource: Resource, executionAsyncId, createHook: hookUp } = asyncHooks;
const current = new asyncHooks.AsyncLocalStorage<number>();

let tell: HookCallbacks['init'];

/** Base class of the runner's tests and suites. */
class Followed extends Resource {
  constructor(type: string, options?: number | AsyncResourceOptions) {
    super(type, options);
    tell?.(this.asyncId(), type, 0, this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() =>
      current.run(this.asyncId(), () => Reflect.apply(work, thisArg as This, args)),
    );
  }
}

parts.AsyncResource = Followed;
parts.executionAsyncId = () => current.getStore() ?? executionAsyncId();
parts.createHook = ({ init }) => {
  tell = init;
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
};
await import('node:test');
// Restores Node's own functions for all other modules.
Object.assign(parts, { AsyncResource: Resource, executionAsyncId, createHook: hookUp } satisfies Parts);
