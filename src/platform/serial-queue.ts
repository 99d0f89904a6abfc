import { problem } from './problem.ts';

/** Does one piece of work at a time, in the order in which it was given, however the one before has ended. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** A serial queue for each key. A key that has more than `most` pieces of work waiting is refused another. */
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
