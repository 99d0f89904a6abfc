import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { chainContext, clearChains, watch } from '../../../../test/support/chain-context.ts';
import { playedChain, type PlayedNode } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Chain, ChainTransaction } from '../chain.ts';
import { recordOutgoingTransaction } from '../outgoing/outgoing-transactions.ts';
import { ChainFault } from './chain-fault.ts';
import { readChain, ReaderMemory } from './read-chain.ts';

let testApp: TestApp;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());
beforeEach(() => clearChains(testApp.sql));

/** A payment's address, another payment's address, one of ours without an owner, and a foreign one. */
const destinations = ['one', 'two', 'btc/account:9', 'other'];
/** Inputs of our own transactions. Foreign transactions may try to spend them too. */
const sentSpends: Record<string, string[]> = { s1: ['in1:0'], s2: ['in2:0', 'acct:5'] };

/** Produces only blocks that are possible on a real chain: no output is spent twice or before it exists. */
class World {
  readonly node: PlayedNode;
  #next = 0;

  constructor(node: PlayedNode) {
    this.node = node;
  }

  /** Creates a transaction that spends existing outputs. */
  transaction(seed: number): ChainTransaction {
    const unspent = [...this.#unspent()];
    const own = Object.keys(sentSpends)[seed % 5];
    if (own !== undefined) {
      const spends = sentSpends[own] ?? [];
      // Either our transaction or one that excludes it. An id always has the same content.
      return seed % 2 === 0 ? this.#pay(own, spends, 3) : this.#pay(this.#id(), spends.slice(0, 1), seed);
    }
    const spend = unspent[seed % (unspent.length + 2)] ?? `outside${this.#next}:0`;
    return this.#pay(this.#id(), [spend], seed);
  }

  wait(seeds: readonly number[]): void {
    for (const seed of seeds) {
      const made = this.transaction(seed);
      if (!this.#isMined(made.id)) this.node.wait(made);
    }
    this.#dropImpossible();
  }

  mine(seeds: readonly number[], takeWaiting: number): void {
    const candidates = [
      ...[...this.node.waiting.values()].slice(0, takeWaiting),
      ...seeds.map((seed) => this.transaction(seed)),
    ];
    const block: ChainTransaction[] = [];
    for (const candidate of candidates) {
      if (this.#fits(candidate, block)) block.push(candidate);
    }
    this.node.mine(block);
    this.#dropImpossible();
  }

  unwind(depth: number, drop: boolean): void {
    const usable = Math.min(depth, this.node.blocks.length - 1);
    if (usable === 0) return;
    const gone = this.node.blocks.slice(-usable).flatMap((block) => block.transactions.map(({ id }) => id));
    this.node.unwind(usable, drop ? gone : []);
    this.node.mine();
    this.#dropImpossible();
  }

  #id(): string {
    this.#next += 1;
    return `t${this.#next}`;
  }

  #pay(id: string, spends: readonly string[], seed: number): ChainTransaction {
    const outputs = [0, 1].map((index) => ({
      index,
      destination: destinations[(seed + index * 3) % destinations.length] ?? '',
      amountMinor: BigInt(seed + 1),
    }));
    return { id, spends, outputs };
  }

  #mined(): ChainTransaction[] {
    return this.node.blocks.flatMap((block) => block.transactions);
  }

  #isMined(id: string): boolean {
    return this.#mined().some((transaction) => transaction.id === id);
  }

  #unspent(): Set<string> {
    const unspent = new Set(
      this.#mined().flatMap(({ id, outputs }) => outputs.map(({ index }) => `${id}:${index}`)),
    );
    for (const { spends } of this.#mined()) for (const spend of spends) unspent.delete(spend);
    return unspent;
  }

  #fits(candidate: ChainTransaction, block: readonly ChainTransaction[]): boolean {
    const before = [...this.#mined(), ...block];
    if (before.some(({ id }) => id === candidate.id)) return false;
    const spent = new Set(before.flatMap(({ spends }) => spends));
    const ids = new Set(before.map(({ id }) => id));
    return candidate.spends.every(
      (spend) => !spent.has(spend) && (!/^[ts]\d/.test(spend) || ids.has(spend.split(':')[0] ?? '')),
    );
  }

  #dropImpossible(): void {
    for (const waiting of this.node.waiting.values()) {
      if (!this.#fits(waiting, [])) this.node.waiting.delete(waiting.id);
    }
  }
}

async function prepare(coin: CoinCode): Promise<void> {
  await watch(testApp.sql, { coin, destination: 'one', subjectId: '00000000-0000-7000-8000-000000000001' });
  await watch(testApp.sql, { coin, destination: 'two', subjectId: '00000000-0000-7000-8000-000000000002' });
  for (const [transactionId, spends] of Object.entries(sentSpends)) {
    await testApp.sql.begin((tx) =>
      recordOutgoingTransaction(tx, { coin, transactionId, subjectId: newId(), spends }),
    );
  }
}

/** Returns all stored data that the chain alone determines. */
async function derived(coin: CoinCode): Promise<unknown> {
  const { sql } = testApp;
  const plain = (rows: readonly object[]): object[] => rows.map((row) => ({ ...row }));
  return {
    blocks: plain(
      await sql`
      select height, hash, parent_hash from merchant.chain_blocks where coin = ${coin} order by height`,
    ),
    outputs: plain(
      await sql`
      select transaction_id, output_index, destination, amount, purpose, subject_id, block_height, unconfirmed,
        spent_by, spent_height
      from merchant.chain_outputs where coin = ${coin} and (block_height is not null or unconfirmed)
      order by transaction_id, output_index`,
    ),
    sent: plain(
      await sql`
      select transaction_id, block_height, unconfirmed, excluded_height from merchant.chain_sent
      where coin = ${coin} order by transaction_id`,
    ),
    state: plain(await sql`select height, hash, fault from merchant.chain_states where coin = ${coin}`),
  };
}

async function readToTheEnd(sql: Sql, chain: Chain, memory: ReaderMemory): Promise<void> {
  const context = { ...chainContext(testApp, [chain]), sql };
  while (!(await readChain(context, chain, memory)).complete);
}

/** A failure of the database before or after a commit. */
class Accident extends Error {}

function accidentProne(sql: Sql, when: () => 'before' | 'after' | undefined): Sql {
  const begin: Sql['begin'] = async (run) => {
    const moment = when();
    const result = await sql.begin(async (tx) => {
      const inner = await run(tx);
      if (moment === 'before') throw new Accident('before the commit');
      return inner;
    });
    if (moment === 'after') throw new Accident('after the commit');
    return result;
  };
  const tag = (...parts: Parameters<Sql>): ReturnType<Sql> => sql(...parts);
  return Object.assign(tag as Sql, { ...sql, begin });
}

const seeds = fc.array(fc.nat({ max: 60 }), { maxLength: 4 });
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('mine' as const), seeds, take: fc.nat({ max: 3 }) }),
    fc.record({ kind: fc.constant('wait' as const), seeds }),
    fc.record({
      kind: fc.constant('unwind' as const),
      depth: fc.integer({ min: 1, max: 6 }),
      drop: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('read' as const),
      /** True if another process takes over with an empty memory. */
      restart: fc.boolean(),
      accident: fc.constantFrom('none', 'none', 'before', 'after', 'node'),
      question: fc.nat({ max: 6 }),
    }),
  ),
  { minLength: 5, maxLength: 40 },
);

test('stored data depends only on the current chain, not on blocks that were read and unwound before', async () => {
  let reorganisations = 0;
  let accidents = 0;
  await fc.assert(
    fc.asyncProperty(actions, async (script) => {
      await clearChains(testApp.sql);
      await prepare('BTC');
      await prepare('LTC');
      const chain = playedChain();
      // Both coins use the same account, so that only their reading histories differ.
      const again = { ...chain, coin: 'LTC' as const, firstHeight: chain.node.height };
      const world = new World(chain.node);
      let memory = new ReaderMemory();
      await readToTheEnd(testApp.sql, chain, memory);
      for (const action of script) {
        if (action.kind === 'mine') world.mine(action.seeds, action.take);
        else if (action.kind === 'wait') world.wait(action.seeds);
        else if (action.kind === 'unwind') {
          world.unwind(action.depth, action.drop);
          reorganisations += 1;
        } else {
          if (action.restart) memory = new ReaderMemory();
          let left = action.question;
          chain.node.onQuestion = () => {
            if (action.accident === 'node' && left-- === 0) throw new Accident('the node went away');
          };
          const sql = accidentProne(testApp.sql, () =>
            action.accident === 'before' || action.accident === 'after' ? action.accident : undefined,
          );
          try {
            await readChain({ ...chainContext(testApp, [chain]), sql }, chain, memory);
          } catch (error) {
            assert.ok(error instanceof ChainFault && error.cause instanceof Accident, String(error));
            accidents += 1;
          }
          chain.node.onQuestion = () => {};
        }
      }
      await readToTheEnd(testApp.sql, chain, memory);
      await readToTheEnd(testApp.sql, again, new ReaderMemory());
      assert.deepEqual(await derived('BTC'), await derived('LTC'));
    }),
    { numRuns: 60 },
  );
  assert.ok(reorganisations > 50 && accidents > 50, `${reorganisations} ${accidents}`);
});
