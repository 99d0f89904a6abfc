import { problem } from './problem.ts';

/** Runs one piece of work at a time, in order, regardless of earlier failures. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Creates a serial queue per key. Rejects work for a key with more than `most` waiting. */
export function createKeyedQueue(most: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { readonly run: SerialQueue; count: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: createSerialQueue(), count: 0 };
    if (queue.count > most) throw problem('overloaded', { headers: { 'retry-after': '5' } });
    queues.set(key, queue);
    queue.count += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(key);
    }
  };
}
