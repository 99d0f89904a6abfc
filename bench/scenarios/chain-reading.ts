import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainTransaction } from '../../src/merchant/chains/chain.ts';
import { openBitcoinNode, openBitcoinRpc } from '../../src/merchant/chains/bitcoin/open-bitcoin-node.ts';
import { writeFullBlock } from '../../test/support/full-block.ts';
import { PlayedNode, playedChain } from '../../test/support/played-chain.ts';
import { playNode } from '../../test/support/played-node.ts';
import { median, summarise } from '../harness/latencies.ts';
import { measuredOnce, measureReading, readingAtSize, readingRate } from '../harness/measure-reading.ts';
import { openMerchantClient, paymentRequest, type MerchantCall } from '../harness/merchant-client.ts';
import type { Measurement } from '../scenario.ts';

const coin = 'BTC';
/** Number of transactions, more than in Bitcoin's fullest blocks. */
const transactionsInBlock = 5000;
/** Number of a block's outputs that pay watched addresses. */
const oursInBlock = 20;

const readBlocks = measuredOnce((stage) =>
  measureReading(
    stage,
    { warmUp: 8, measured: 12, cold: 2, what: `a block of ${transactionsInBlock} transactions` },
    () => {
      const node = new PlayedNode();
      let number = 0;
      return {
        chain: playedChain(coin, node),
        mine: (watched) => node.mine(fillBlock(number++, watched)),
        async watch(sql, from, below) {
          await sql`
            insert into merchant.chain_addresses (
              coin, destination, address, branch, address_index, purpose, subject_id, created_at)
            select ${coin}, 'btc/0/' || n, 'btc/0/' || n, 0, n, 'payment', gen_random_uuid(), now()
            from generate_series(${from}::int, ${below - 1}::int) n`;
        },
      };
    },
  ),
);

/** Creates transactions with two outputs and two inputs, as is usual, with scripts and ids of realistic length. */
function fillBlock(number: number, watched: number): ChainTransaction[] {
  const every = Math.floor(transactionsInBlock / oursInBlock);
  return Array.from({ length: transactionsInBlock }, (_, index) => {
    const id = `${number.toString(16).padStart(32, '0')}${index.toString(16).padStart(32, '0')}`;
    const stranger = (output: number) => `0014${id.slice(-30)}${output.toString(16).padStart(10, '0')}`;
    const ours = `btc/0/${(number * 7919 + index * 104_729) % watched}`;
    return {
      id,
      spends: [`${id.toUpperCase()}:0`, `${id.toUpperCase()}:1`],
      outputs: [
        { index: 0, destination: index % every === 0 ? ours : stranger(0), amountMinor: 1000n },
        { index: 1, destination: stranger(1), amountMinor: 2000n },
      ],
    };
  });
}

export const blocksRead = readingRate(
  {
    name: 'blocks read',
    what: `blocks of ${transactionsInBlock} transactions that are read and stored a second, with 100 000 addresses watched`,
    unit: 'blocks/s',
    atLeast: 2,
  },
  readBlocks,
);

export const blocksReadAtSize = readingAtSize(
  {
    name: 'blocks read at size',
    what: 'the time of a block with 1 000 000 addresses watched, as a multiple of that with 1 000',
    of: 1000,
  },
  readBlocks,
);

const fullBlocksFetched = 12;

export const fullBlocksFetchedFromNode: Measurement = {
  name: 'full blocks fetched',
  what: `blocks of ${transactionsInBlock} transactions that a node sends as JSON and that are understood a second`,
  async measure() {
    const hash = 'a'.repeat(64);
    const { json } = writeFullBlock(1, hash, transactionsInBlock);
    const played = await playNode((method) => (method === 'getblock' ? json : JSON.stringify(hash)));
    try {
      const node = openBitcoinNode(openBitcoinRpc(played.url), coin, 'regtest');
      const times: number[] = [];
      for (let turn = 0; turn < fullBlocksFetched; turn++) {
        const startedMs = performance.now();
        await node.findBlock(1);
        if (turn >= 2) times.push(performance.now() - startedMs);
      }
      console.log(
        `    ${(json.length / 1e6).toFixed(1)} MB of JSON: ${median(times).toFixed(1)} ms for a block`,
      );
      return { value: 1000 / median(times), unit: 'blocks/s', atLeast: 2 };
    } finally {
      await played.close();
    }
  },
};

const paymentsTimed = 30;

export const blockToWebhook: Measurement = {
  name: 'block to webhook',
  what: 'p99 of the time from a block that confirms a payment to the arrival of the webhook that says PAID',
  async measure(stage) {
    const praca = await stage.startPraca({ SIMULATED_BLOCK_SECONDS: '0' });
    const arrivals = new Map<string, (atMs: number) => void>();
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const event = JSON.parse(text) as { payment_reference_id: string; payment_status: string };
        if (event.payment_status === 'PAID') arrivals.get(event.payment_reference_id)?.(performance.now());
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const call = await openMerchantClient(praca.url);
      const { port } = server.address() as { port: number };
      await call('/webhooks', { url: `http://127.0.0.1:${port}/` });
      await untilRead(praca.url);
      const latenciesMs: number[] = [];
      for (let turn = 0; turn < paymentsTimed; turn++) latenciesMs.push(await timePayment(call, arrivals));
      const { p50Ms, p99Ms } = summarise(latenciesMs);
      console.log(`    ${paymentsTimed} payments: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`);
      return { value: p99Ms, unit: 'ms p99', atMost: 1000 };
    } finally {
      server.closeAllConnections();
      server.close();
      await praca.stop();
    }
  },
};

/** Waits until a new process has read its chains. */
async function untilRead(url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^chain_height\{coin="BTC"\} [1-9]/m.test(metrics)) return;
    await sleep(100);
  }
  throw new Error('The chain was not read.');
}

async function timePayment(
  call: MerchantCall,
  arrivals: Map<string, (atMs: number) => void>,
): Promise<number> {
  const { payment_reference_id: id } = await call<{ payment_reference_id: string }>(
    '/payments',
    paymentRequest,
  );
  const chosen = await call<{ payment_cryptocurrency_address: string; cryptocurrency_amount: string }>(
    `/payments/${id}/conversion`,
    { cryptocurrency_code: coin },
  );
  await call(`/sandbox/chains/${coin}/send`, {
    address: chosen.payment_cryptocurrency_address,
    cryptocurrency_amount: chosen.cryptocurrency_amount,
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  arrivals.set(id, resolve);
  // Waits until the payment has been seen and reported, and the system is idle again.
  await sleep(500);
  const startedMs = performance.now();
  await call(`/sandbox/chains/${coin}/mine`, { blocks: 1 });
  return (await promise) - startedMs;
}
