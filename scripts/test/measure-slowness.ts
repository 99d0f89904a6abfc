const STEPS = 20_000_000;
/** What they take an ordinary machine that has nothing else to do. */
const ORDINARY_MS = 40;

/** How many times longer than usual this machine takes now, be it slow or busy; at least once. */
export function measureSlowness(): number {
  const started = performance.now();
  let sum = 0;
  for (let step = 0; step < STEPS; step++) sum = Math.imul(sum, 31) + step;
  return Math.max(1, (performance.now() - started) / ORDINARY_MS);
}
