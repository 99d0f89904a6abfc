/** At the second try, some seconds later, the shop is there again. */
const busyMs = 4_000;
const oneOf = 32;

/**
 * Whether the made-up shop does not take a webhook: one of many, and only at the first try. It remembers nothing, so both
 * are read from the id: when it was made, and by chance.
 */
export function isBusyFor(webhookId: string, timestampSeconds: number): boolean {
  const madeMs = Number.parseInt(webhookId.replaceAll('-', '').slice(0, 12), 16);
  const chance = Number.parseInt(webhookId.slice(-2), 16);
  return chance % oneOf === 0 && timestampSeconds * 1000 - madeMs < busyMs;
}
