import { IdempotencyHeaders } from '../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import type { App } from '../../platform/http/server.ts';
import { invalidField } from '../../platform/problem.ts';
import { decimalsOf, formatAsset, type CoinCode } from '../assets/asset.rules.ts';
import { readAmount } from '../assets/read-amount.ts';
import { getSimulatedCoin } from '../chains/simulated/get-simulated-coin.ts';
import { demandFeeRate, mineBlocks } from '../chains/simulated/network/mine-blocks.ts';
import { readSimulatedChain } from '../chains/simulated/network/read-simulated-chain.ts';
import { reorganiseChain } from '../chains/simulated/network/reorganise-chain.ts';
import { sendCoins } from '../chains/simulated/network/send-coins.ts';
import { mostMinor, mostWholeCoins } from '../chains/simulated/simulated-coin.rules.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import type { MerchantContext } from '../merchant.context.ts';
import {
  ChainParameters,
  ChainResponse,
  FeeRateRequest,
  FeeRateResponse,
  MineRequest,
  MineResponse,
  ReorganiseRequest,
  ReorganiseResponse,
  SendRequest,
  SendResponse,
} from './chain.schemas.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** Routes for the roles of customers and miners on simulated chains. */
export function chainRoutes(app: App, context: MerchantContext): void {
  const common = { tags: ['Sandbox'], security: [{ bearer: [] }], params: ChainParameters };
  const coinOf = (code: string): CoinCode => getSimulatedCoin(context.chains, code);

  app.get(
    '/sandbox/chains/:cryptocurrencyCode',
    {
      config: { scope: 'read' },
      schema: { ...common, summary: 'Read a simulated chain', response: { 200: ChainResponse } },
    },
    async (request) => {
      const coin = coinOf(request.params.cryptocurrencyCode);
      const chain = await readSimulatedChain(context.sql, coin);
      return {
        cryptocurrency_code: coin,
        height: chain.height,
        hash: chain.hash,
        minimum_fee_rate: Number(chain.minimumFeeRate),
        mempool_count: chain.waitingCount,
        mempool: chain.waiting.map((transaction) => ({
          blockchain_transaction_id: transaction.id,
          fee: formatAsset(coin, transaction.fee),
          first_seen_at: transaction.seen_at.toISOString(),
          outputs: transaction.outputs.map((output) => ({
            address: output.address,
            destination_tag: output.tag,
            cryptocurrency_amount: formatAsset(coin, BigInt(output.amount)),
          })),
        })),
      };
    },
  );

  app.post(
    '/sandbox/chains/:cryptocurrencyCode/send',
    {
      config: { scope: 'write' },
      schema: {
        ...common,
        summary: 'Send test coins, as a customer would',
        description:
          'The sender has unlimited test coins. While the transaction waits for a block, another one with a higher fee can replace it and so take the coins back.',
        headers: IdempotencyHeaders,
        body: SendRequest,
        response: { 200: SendResponse },
      },
    },
    async (request, reply) => {
      const coin = coinOf(request.params.cryptocurrencyCode);
      const { address, destination_tag: tag, cryptocurrency_amount: amount, fee, replaces } = request.body;
      const amountMinor = readCoins('cryptocurrency_amount', coin, amount);
      const feeMinor = fee === undefined ? undefined : readCoins('fee', coin, fee);
      const destinationTag = tag === undefined || tag === null ? null : String(tag);
      const answer = await idempotent(context, request, reply, ownerOf(request), async (tx) => {
        const sent = await sendCoins(tx, context, coin, {
          address,
          destinationTag,
          amountMinor,
          feeMinor,
          replaces,
        });
        return {
          blockchain_transaction_id: sent.transactionId,
          cryptocurrency_code: coin,
          address: sent.to.address,
          destination_tag: sent.to.destinationTag,
          cryptocurrency_amount: formatAsset(coin, amountMinor),
          fee: formatAsset(coin, sent.feeMinor),
        };
      });
      wakeChainReader(context.signals, coin);
      return answer;
    },
  );

  app.post(
    '/sandbox/chains/:cryptocurrencyCode/mine',
    {
      config: { scope: 'write' },
      schema: {
        ...common,
        summary: 'Mine blocks',
        description:
          'The first block contains all waiting transactions except those below the minimum fee rate; the others are empty.',
        headers: IdempotencyHeaders,
        body: MineRequest,
        response: { 200: MineResponse },
      },
    },
    async (request, reply) => {
      const coin = coinOf(request.params.cryptocurrencyCode);
      const answer = await idempotent(context, request, reply, ownerOf(request), async (tx) => {
        const { height, hash, mined } = await mineBlocks(tx, context, coin, request.body.blocks);
        return { cryptocurrency_code: coin, height, hash, mined };
      });
      wakeChainReader(context.signals, coin);
      return answer;
    },
  );

  app.post(
    '/sandbox/chains/:cryptocurrencyCode/fee-rate',
    {
      config: { scope: 'write' },
      schema: {
        ...common,
        summary: 'Set the minimum fee rate of blocks',
        description:
          'Transactions below the rate wait until their fee is raised or the rate is lowered. A transaction is mined with the unconfirmed ones it spends if they pay enough together. The node’s fee estimate follows the rate.',
        headers: IdempotencyHeaders,
        body: FeeRateRequest,
        response: { 200: FeeRateResponse },
      },
    },
    async (request, reply) => {
      const coin = coinOf(request.params.cryptocurrencyCode);
      const { minimum_fee_rate: rate } = request.body;
      return idempotent(context, request, reply, ownerOf(request), async (tx) => {
        await demandFeeRate(tx, coin, BigInt(rate));
        return { cryptocurrency_code: coin, minimum_fee_rate: rate };
      });
    },
  );

  app.post(
    '/sandbox/chains/:cryptocurrencyCode/reorganise',
    {
      config: { scope: 'write' },
      schema: {
        ...common,
        summary: 'Reorganise a chain',
        description:
          'Replaces the newest blocks by one more empty block than were removed. Their transactions wait again, except dropped ones and those that spend their coins.',
        headers: IdempotencyHeaders,
        body: ReorganiseRequest,
        response: { 200: ReorganiseResponse },
      },
    },
    async (request, reply) => {
      const coin = coinOf(request.params.cryptocurrencyCode);
      const { depth, drop = [] } = request.body;
      const answer = await idempotent(context, request, reply, ownerOf(request), async (tx) => {
        const { height, hash, returned, dropped } = await reorganiseChain(tx, context, coin, { depth, drop });
        return { cryptocurrency_code: coin, height, hash, returned: [...returned], dropped: [...dropped] };
      });
      wakeChainReader(context.signals, coin);
      return answer;
    },
  );
}

const ownerOf = (request: { psp: { pspId: number } }): string => `psp:${request.psp.pspId}`;

function readCoins(field: string, coin: CoinCode, input: string | number): bigint {
  const amountMinor = readAmount(field, input, decimalsOf(coin));
  if (amountMinor > mostMinor(coin)) {
    throw invalidField(field, 'too_large', merchantWords.atMost, { most: mostWholeCoins });
  }
  return amountMinor;
}
