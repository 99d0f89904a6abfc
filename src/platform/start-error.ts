/** A start that cannot go on, as one sentence for the person who started it: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
