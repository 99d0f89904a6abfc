// Node's runner has to know which test something belongs to: which suite a test that is being declared is in, and which
// test an error fails that nobody has caught. It follows every promise by a hook, which takes a tenth of the time of tests
// that ask much of a database. An AsyncLocalStorage tells the same and costs nothing. Loaded before the runner, as this
// takes the place of what the runner is made of.
import type { AsyncResource, AsyncResourceOptions, createHook, HookCallbacks } from 'node:async_hooks';

interface Parts {
  AsyncResource: typeof AsyncResource;
  executionAsyncId: () => number;
  createHook: typeof createHook;
}

/** Not imported: what is imported cannot be replaced. */
const asyncHooks = process.getBuiltinModule('node:async_hooks');
const parts: Parts = asyncHooks;
const { AsyncResource: Resource, executionAsyncId, createHook: hookUp } = asyncHooks;
const current = new asyncHooks.AsyncLocalStorage<number>();

let tell: HookCallbacks['init'];

/** What the runner's tests and suites are. */
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
// Whatever else is loaded has what Node gives.
Object.assign(parts, { AsyncResource: Resource, executionAsyncId, createHook: hookUp } satisfies Parts);
