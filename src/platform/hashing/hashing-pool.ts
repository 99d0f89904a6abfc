import { Worker } from 'node:worker_threads';
import { problem } from '../problem.ts';
import type { HashJob } from './hash-job.ts';
import type { HashAnswer } from './hashing-thread.ts';

export interface HashingOptions {
  /** No more than there are cores: more would drive each other's memory out of the caches. */
  threads: number;
  /** Hashes that may wait; beyond them the answer is 503. */
  queue: number;
  /** A thread that had nothing to do for so long is let go; it takes some 15 MB. */
  letGoAfterMs?: number;
  /** What a thread runs. */
  entry?: URL;
}

export interface HashingPool {
  run(job: HashJob): Promise<string | boolean>;
  readonly waiting: number;
}

interface Task {
  readonly job: HashJob;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  /** In the order in which it answers. */
  readonly inHand: Task[];
  give(task: Task): void;
}

const defaultLetGoAfterMs = 5 * 60_000;
const hashingThread = new URL('./hashing-thread.ts', import.meta.url);

/**
 * Threads for hashing alone, started when they are needed: files and name lookups have theirs to themselves. Each has at
 * most two in hand: the one that it works on, and one that it goes on with at once, without waiting for the main thread.
 */
export function createHashingPool(options: HashingOptions): HashingPool {
  const { threads: most, queue: longest } = options;
  const { letGoAfterMs = defaultLetGoAfterMs, entry = hashingThread } = options;
  const threads = new Set<Thread>();
  const queue: Task[] = [];
  const countTasks = (): number =>
    [...threads].reduce((count, { inHand }) => count + inHand.length, queue.length);

  /** Never throws: it is called by those whose hash is done. */
  const handOut = (): void => {
    while (queue.length > 0) {
      const thread = findHolding(0) ?? start() ?? findHolding(1);
      if (!thread) return;
      const [task] = queue.splice(0, 1);
      if (task) thread.give(task);
    }
  };

  const findHolding = (count: number): Thread | undefined =>
    [...threads].find(({ inHand }) => inHand.length === count);

  /** Nothing where there are enough, or where the system gives no more threads: those that there are go on. */
  const start = (): Thread | undefined => {
    if (threads.size >= most) return undefined;
    try {
      const thread = startThread({
        entry,
        letGoAfterMs,
        onFree: handOut,
        onEnd: () => {
          threads.delete(thread);
          handOut();
        },
      });
      threads.add(thread);
      return thread;
    } catch (error) {
      if (threads.size === 0) for (const task of queue.splice(0)) task.reject(error);
      return undefined;
    }
  };

  return {
    async run(job) {
      if (countTasks() >= most + longest) throw problem('overloaded', { headers: { 'retry-after': '5' } });
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        handOut();
      });
    },
    get waiting() {
      return Math.max(0, countTasks() - most);
    },
  };
}

interface ThreadOptions {
  entry: URL;
  letGoAfterMs: number;
  onFree: () => void;
  onEnd: () => void;
}

function startThread({ entry, letGoAfterMs, onFree, onEnd }: ThreadOptions): Thread {
  // No flag of this process: a profiler or a debugger is not for these.
  const worker = new Worker(entry, { execArgv: [], name: 'hashing' });
  const inHand: Task[] = [];
  let lettingGo: NodeJS.Timeout | undefined;

  const rest = (): void => {
    // Nobody's process is kept alive by a thread that has nothing to do.
    worker.unref();
    lettingGo = setTimeout(() => {
      // First, so that it is given nothing more.
      onEnd();
      void worker.terminate();
    }, letGoAfterMs).unref();
  };

  worker.on('message', (answer: HashAnswer) => {
    const task = inHand.shift();
    if ('error' in answer) task?.reject(new Error(answer.error));
    else task?.resolve(answer.result);
    onFree();
    if (inHand.length === 0) rest();
  });
  let fault = new Error('a hashing thread has ended');
  worker.on('error', (error) => (fault = error));
  worker.once('exit', () => {
    clearTimeout(lettingGo);
    for (const task of inHand.splice(0)) task.reject(fault);
    onEnd();
  });

  return {
    inHand,
    give(task) {
      clearTimeout(lettingGo);
      worker.postMessage(task.job);
      if (inHand.length === 0) worker.ref();
      inHand.push(task);
    },
  };
}
