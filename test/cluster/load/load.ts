import { setTimeout as sleep } from 'node:timers/promises';
import { Journal } from './journal.ts';
import { converse, signUp, type Conversation } from './people.ts';
import { buy, openShop, sell, withdraw } from './shop.ts';

/** A mixed load on all services that runs until it is stopped. The journal has every acknowledged write. */
export interface Load {
  readonly name: string;
  readonly journal: Journal;
  readonly conversation: Conversation;
  /** Waits until this many further writes are acknowledged. */
  untilWrites(count: number): Promise<void>;
  /** Stops new requests and waits for pending answers. The live reader stays connected. */
  stop(): Promise<void>;
  /** Stops new requests without waiting for pending answers. */
  abandon(): void;
}

export interface LoadOptions {
  /** Factor for the pauses between writes of one lane. 1 leaves the machine some idle time, 0 has no pauses. */
  readonly leisure?: number;
  readonly lanes?: number;
}

export async function startLoad(url: string, name: string, options: LoadOptions = {}): Promise<Load> {
  const { leisure = 1, lanes = 1 } = options;
  const journal = new Journal();
  const shop = openShop(url, journal);
  const member = await signUp(url, `rui ${name}`, journal);
  const conversation = await converse(url, name, journal);
  await conversation.untilConnected;
  // The set-up is not part of the measurement.
  journal.requests = 0;
  journal.failures.length = 0;

  let isOver = false;
  let failure: unknown;
  const run = async (lane: string, pauseMs: number, work: (key: string, turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn++) {
      await work(`${name} ${lane} ${turn}`, turn);
      if (pauseMs * leisure > 0) await sleep(pauseMs * leisure);
    }
  };
  const each = (lane: string, pauseMs: number, work: (key: string, turn: number) => Promise<void>) =>
    Array.from({ length: lanes }, (_, number) => run(`${lane}${number}`, pauseMs, work));
  const working = [
    ...each('order', 150, (key) => buy(shop, key, journal)),
    ...each('payment', 150, (key, turn) => sell(shop, key, turn, journal)),
    ...each('withdrawal', 900, (key) => withdraw(shop, key, journal)),
    ...each('sign-in', 400, (key) => member.signIn(key)),
    // One lane only, because messages must arrive in this order.
    run('message', 100, (key) => conversation.say(key)),
  ].map((lane) =>
    lane.catch((error: unknown) => {
      failure ??= error;
      isOver = true;
    }),
  );
  return {
    name,
    journal,
    conversation,
    async untilWrites(count) {
      const wanted = journal.acknowledged.length + count;
      while (journal.acknowledged.length < wanted && !isOver) await sleep(50);
      if (failure) throw failure as Error;
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
      if (failure) throw failure as Error;
    },
    abandon() {
      isOver = true;
    },
  };
}
