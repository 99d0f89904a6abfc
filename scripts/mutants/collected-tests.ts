/** Replaces `node:test` in a warm process: only collects the registered tests. */
interface Collected {
  readonly name: string;
  readonly run: () => unknown;
}

type Hook = () => unknown;

export interface CollectedFile {
  readonly tests: readonly Collected[];
  readonly before: readonly Hook[];
  readonly beforeEach: readonly Hook[];
  readonly afterEach: readonly Hook[];
  readonly after: readonly Hook[];
}

const tests: Collected[] = [];
const hooks = {
  before: [] as Hook[],
  beforeEach: [] as Hook[],
  afterEach: [] as Hook[],
  after: [] as Hook[],
};

export function test(name: string, run: () => unknown): void {
  tests.push({ name, run });
}

export function describe(_name: string, register: () => void): void {
  register();
}

export { test as it };

export const before = (hook: Hook): void => void hooks.before.push(hook);
export const beforeEach = (hook: Hook): void => void hooks.beforeEach.push(hook);
export const afterEach = (hook: Hook): void => void hooks.afterEach.push(hook);
export const after = (hook: Hook): void => void hooks.after.push(hook);

export function takeCollected(): CollectedFile {
  return {
    tests: tests.splice(0),
    before: hooks.before.splice(0),
    beforeEach: hooks.beforeEach.splice(0),
    afterEach: hooks.afterEach.splice(0),
    after: hooks.after.splice(0),
  };
}
