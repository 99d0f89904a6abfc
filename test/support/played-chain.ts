import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type {
  Address,
  AddressBook,
  BlockReference,
  Chain,
  ChainBlock,
  ChainNode,
  ChainTransaction,
  Unconfirmed,
} from '../../src/merchant/chains/chain.ts';
import { addressWords } from '../../src/merchant/details/address-words.rules.ts';

/** Returns an address book with readable addresses such as `btc/0/7`. It owns `btc/account` with any tag. */
export function playedAddressBook(coin: CoinCode): AddressBook {
  const name = coin.toLowerCase();
  const address = (text: string): Address => ({ address: text, destinationTag: null, destination: text });
  return {
    account: `${name}/account`,
    derive: (branch, index) => address(`${name}/${branch}/${index}`),
    parse: (text) =>
      text.startsWith(`${name}/`)
        ? { address: address(text) }
        : { fault: 'malformed', say: addressWords.unknownAddress },
    paymentUri: ({ address: text }, amountMinor) => `${name}:${text}?amount=${amountMinor}`,
    owns: (destination) => destination.startsWith(`${name}/account:`),
  };
}

/** A node with blocks from the test, one at a time or as another branch. */
export class PlayedNode implements ChainNode {
  readonly blocks: ChainBlock[] = [];
  waiting = new Map<string, ChainTransaction>();
  /** Every request throws this error while it is set. */
  trouble: Error | undefined;
  /** Called before each answer, so that a test can change state during a request. */
  onQuestion: (question: string) => void | Promise<void> = () => {};
  questions = 0;
  /** Number of requests by kind. */
  readonly asked = new Map<string, number>();
  feeRate = 1000n;
  readonly #firstHeight: number;
  #branch = 0;

  constructor(firstHeight = 100) {
    this.#firstHeight = firstHeight;
    this.mine();
  }

  get height(): number {
    return this.#firstHeight + this.blocks.length - 1;
  }

  /** Mines a block with these transactions, which are then no longer pending. */
  mine(transactions: readonly ChainTransaction[] = [], minedAtMs = Date.now()): ChainBlock {
    const height = this.height + 1;
    const parentHash = this.blocks.at(-1)?.hash ?? 'none';
    const block = { height, hash: `${height}-${this.#branch}`, parentHash, minedAtMs, transactions };
    this.blocks.push(block);
    for (const { id } of transactions) this.waiting.delete(id);
    return block;
  }

  mineMany(count: number): void {
    for (let index = 0; index < count; index++) this.mine();
  }

  wait(...transactions: readonly ChainTransaction[]): void {
    for (const transaction of transactions) this.waiting.set(transaction.id, transaction);
  }

  /** Removes the newest blocks, so that the next ones form another branch. Their transactions are pending again. */
  unwind(depth: number, drop: readonly string[] = []): void {
    this.#branch += 1;
    for (const block of this.blocks.splice(-depth)) {
      this.wait(...block.transactions.filter(({ id }) => !drop.includes(id)));
    }
  }

  async tip(): Promise<BlockReference> {
    await this.#answer('tip');
    const last = this.blocks.at(-1);
    if (!last) throw new Error('there is no block');
    return { height: last.height, hash: last.hash };
  }

  async findBlock(height: number): Promise<ChainBlock | undefined> {
    await this.#answer('block');
    return this.blocks[height - this.#firstHeight];
  }

  /** The list is a snapshot, and each transaction is then requested separately, as with real nodes. */
  async listUnconfirmed(known: ReadonlySet<string>, limit = Infinity): Promise<Unconfirmed> {
    await this.#answer('unconfirmed');
    const waiting = [...this.waiting.keys()];
    const unknown = waiting.filter((id) => !known.has(id));
    const asked = unknown.slice(0, limit);
    const found: ChainTransaction[] = [];
    const left = new Set<string>();
    for (const id of asked) {
      await this.#answer('transaction');
      const transaction = this.waiting.get(id);
      if (transaction) found.push(transaction);
      else left.add(id);
    }
    return { ids: waiting.filter((id) => !left.has(id)), found, more: asked.length < unknown.length };
  }

  async estimateFeeRate(): Promise<bigint> {
    await this.#answer('fee');
    return this.feeRate;
  }

  async broadcast(): Promise<{ outcome: 'accepted' }> {
    await this.#answer('broadcast');
    return { outcome: 'accepted' };
  }

  async #answer(question: string): Promise<void> {
    this.questions += 1;
    this.asked.set(question, (this.asked.get(question) ?? 0) + 1);
    await this.onQuestion(question);
    if (this.trouble) throw this.trouble;
  }
}

export type PlayedChain = Chain & { readonly node: PlayedNode };

export function playedChain(coin: CoinCode = 'BTC', node = new PlayedNode()): PlayedChain {
  return {
    coin,
    network: 'played',
    addresses: playedAddressBook(coin),
    accountNumber: 0,
    node,
    payer: undefined,
    pollMs: 20,
    usualFee: (feeRate) => feeRate,
  };
}

export function pay(
  id: string,
  destination: string,
  amountMinor: bigint,
  spends: readonly string[] = [`${id}-before:0`],
): ChainTransaction {
  return { id, spends, outputs: [{ index: 0, destination, amountMinor }] };
}
