/** What a warm process gives test files for `node:test`: it only keeps what they register. */
interface Collected {
  readonly name: string;
  readonly run: () => unknown;
}

const collected: Collected[] = [];

export function test(name: string, run: () => unknown): void {
  collected.push({ name, run });
}

export function describe(_name: string, register: () => void): void {
  register();
}

export { test as it };

export function takeCollected(): Collected[] {
  return collected.splice(0);
}
