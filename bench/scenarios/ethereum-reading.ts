import { createHash } from 'node:crypto';
import { openEthereumNode } from '../../src/merchant/chains/ethereum/open-ethereum-node.ts';
import { openRpc } from '../../src/merchant/chains/rpc/rpc.ts';
import { playedAddressBook } from '../../test/support/played-chain.ts';
import { PlayedRefusal, playNode } from '../../test/support/played-node.ts';
import {
  measureReading,
  measuredOnce,
  readingAtSize,
  readingRate,
  type PlayedReading,
} from '../harness/measure-reading.ts';
import type { Measurement } from '../scenario.ts';

const coin = 'ETH';
const transactionsInBlock = 300;
/** Number of a block's transactions that pay watched addresses. Each runs a contract that pays three others. */
const oursInBlock = 10;

type Way = 'traces' | 'balances';

async function playBlocks(way: Way): Promise<PlayedReading> {
  const played = new PlayedBlocks(way);
  const server = await playNode((method, params) => played.answer(method, params));
  const paying = { address: address(0), destination: address(0), destinationTag: null };
  const options = { network: 'regtest', highestFeeRate: 10n ** 12n, paying } as const;
  return {
    chain: {
      coin,
      network: 'played',
      addresses: playedAddressBook(coin),
      accountNumber: 0,
      node: openEthereumNode(openRpc(server.url, { version: '2.0' }), options),
      payer: undefined,
      pollMs: 1000,
      usualFee: (feeRate) => feeRate,
    },
    mine: (watched) => played.mine(watched),
    async watch(sql, from, below) {
      await sql`
        insert into merchant.chain_addresses (
          coin, destination, address, branch, address_index, purpose, subject_id, created_at)
        select ${coin}, given, given, 0, n, 'payment', gen_random_uuid(), now() - n * interval '1 second'
        from generate_series(${from}::int, ${below - 1}::int) n,
          lateral (select '0x' || lpad(to_hex(n), 40, '0')) as one (given)`;
    },
    close: () => server.close(),
  };
}

const readBy = (way: Way) =>
  measuredOnce((stage) =>
    measureReading(
      stage,
      {
        warmUp: 6,
        measured: 12,
        cold: 2,
        what: `a block of ${transactionsInBlock} transactions, by ${way}`,
      },
      () => playBlocks(way),
    ),
  );
const readers = { traces: readBy('traces'), balances: readBy('balances') };

const address = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
const hash = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`;
const quantity = (number: number): string => `0x${number.toString(16)}`;

/** Answers of a node about blocks that are generated on demand. */
class PlayedBlocks {
  #height = 0;
  #watched = 1000;
  readonly #way: Way;

  constructor(way: Way) {
    this.#way = way;
  }

  mine(watched: number): void {
    this.#height += 1;
    this.#watched = watched;
  }

  answer(method: string, [first]: readonly unknown[]): string {
    const height = typeof first === 'string' && first.startsWith('0x') ? Number(first) : this.#height;
    switch (method) {
      case 'eth_chainId':
        return '"0x7a69"';
      case 'eth_syncing':
        return 'false';
      case 'eth_getBlockByNumber':
        return first === 'pending' || height > this.#height ? 'null' : JSON.stringify(this.#block(height));
      case 'eth_getBlockReceipts':
        return JSON.stringify(this.#receipts(height));
      case 'eth_maxPriorityFeePerGas':
        return '"0x3b9aca00"';
      case 'eth_getBalance':
        return '"0x0"';
      case 'txpool_content':
        return '{"pending":{},"queued":{}}';
      case 'trace_block':
        if (this.#way === 'traces') return JSON.stringify(this.#traces(height));
    }
    throw new PlayedRefusal(-32_601, 'the method does not exist');
  }

  #ids(height: number): { id: string; to: string }[] {
    const every = transactionsInBlock / oursInBlock;
    return Array.from({ length: transactionsInBlock }, (_, index) => {
      const number = (height * 7919 + index * 104_729) % this.#watched;
      const to = index % every === 0 ? address(number) : hash(`to ${height} ${index}`).slice(0, 42);
      return { id: hash(`${height} ${index}`), to };
    });
  }

  #block(height: number): object {
    return {
      number: quantity(height),
      hash: hash(`block ${height}`),
      parentHash: hash(`block ${height - 1}`),
      timestamp: quantity(1_700_000_000 + height * 12),
      baseFeePerGas: '0x3b9aca00',
      miner: address(0),
      withdrawals: [],
      transactions: this.#ids(height).map(({ id, to }, index) => ({
        hash: id,
        blockHash: hash(`block ${height}`),
        transactionIndex: quantity(index),
        from: hash(`from ${index}`).slice(0, 42),
        nonce: quantity(height),
        to,
        value: '0x2386f26fc10000',
        input: `0x${'00'.repeat(200)}`,
      })),
    };
  }

  #receipts(height: number): object[] {
    return this.#ids(height).map(({ id }) => ({
      transactionHash: id,
      blockHash: hash(`block ${height}`),
      status: '0x1',
      gasUsed: '0x186a0',
      effectiveGasPrice: '0x77359400',
      logsBloom: `0x${'0'.repeat(512)}`,
      logs: [],
    }));
  }

  #traces(height: number): object[] {
    return this.#ids(height).flatMap(({ id, to }, index) =>
      [[], [0], [1], [2]].map((traceAddress) => ({
        type: 'call',
        action: {
          callType: 'call',
          to: traceAddress.length === 0 ? to : hash(`${index} ${traceAddress[0]}`).slice(0, 42),
          value: '0x2386f26fc10000',
          input: `0x${'00'.repeat(200)}`,
        },
        blockHash: hash(`block ${height}`),
        transactionHash: id,
        traceAddress,
      })),
    );
  }
}

export const etherBlocksRead = readingRate(
  {
    name: 'ether blocks read',
    what: `blocks of ${transactionsInBlock} transactions with their receipts and traces that are read and stored a second, with 100 000 addresses watched`,
    unit: 'blocks/s',
    atLeast: 2,
  },
  readers.traces,
);

const atSize = (way: Way): Measurement =>
  readingAtSize(
    {
      name: `ether blocks by ${way} at size`,
      what: `the time of a block read by ${way} with 1 000 000 addresses watched, as a multiple of that with 100 000`,
      of: 100_000,
    },
    readers[way],
  );

export const etherBlocksAtSize: readonly Measurement[] = [atSize('traces'), atSize('balances')];
