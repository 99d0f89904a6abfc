import { Worker } from 'node:worker_threads';
import { problem } from '../problem.ts';
import type { HashJob } from './hash-job.ts';
import type { HashAnswer } from './hashing-thread.ts';

export interface HashingOptions {
  /** At most the number of cores: more threads would evict each other's memory from the caches. */
  threads: number;
  /** Maximum number of waiting hashes. Beyond it requests get 503. */
  queue: number;
  /** Idle time in milliseconds after which a thread ends. A thread takes about 15 MB. */
  letGoAfterMs?: number;
  /** Module that a thread runs. */
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
  /** Jobs sent to the thread, in the order of its answers. */
  readonly inHand: Task[];
  give(task: Task): void;
}

const defaultLetGoAfterMs = 5 * 60_000;
const hashingThread = new URL('./hashing-thread.ts', import.meta.url);

/**
 * Creates a pool of threads for hashing only, started on demand, so that hashes do not delay file access and DNS
 * lookups in Node's own pool. Each thread has at most two jobs: the current one and the next, so that it continues
 * without waiting for the main thread.
 */
export function createHashingPool(options: HashingOptions): HashingPool {
  const { threads: most, queue: longest } = options;
  const { letGoAfterMs = defaultLetGoAfterMs, entry = hashingThread } = options;
  const threads = new Set<Thread>();
  const queue: Task[] = [];
  const countTasks = (): number =>
    [...threads].reduce((count, { inHand }) => count + inHand.length, queue.length);

  /** Gives queued jobs to threads. Must not throw, because it runs when a job of another caller ends. */
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

  /**
   * Starts a thread. Returns undefined if there are enough threads or the system provides no more. Existing threads
   * then continue.
   */
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
  // Worker threads do not inherit the flags of this process, such as those of a profiler or debugger.
  const worker = new Worker(entry, { execArgv: [], name: 'hashing' });
  const inHand: Task[] = [];
  let lettingGo: NodeJS.Timeout | undefined;

  const rest = (): void => {
    // An idle thread does not keep the process alive.
    worker.unref();
    lettingGo = setTimeout(() => {
      // First, so that the thread gets no more jobs.
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
