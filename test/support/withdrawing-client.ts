import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import { customer, newWallet } from './coins.ts';

export interface Withdrawal {
  readonly id: string;
  readonly coin: CoinCode;
  readonly wallet: string;
  readonly coins: string;
  readonly cents: bigint;
}

interface Answer {
  status: number;
  body: Record<string, string>;
}

/** A client that keeps its idempotency key and retries at the next server until it is answered. */
export class WithdrawingClient {
  readonly #servers: readonly string[];
  #turn = 0;
  #authorization: Promise<string> | undefined;

  constructor(servers: readonly string[]) {
    this.#servers = servers;
  }

  async withdraw(key: string, coin: CoinCode, amount: string): Promise<Withdrawal> {
    const wallet = newWallet(coin);
    for (;;) {
      const quote = await this.retryUntilAnswered('/conversions', {
        currency_pair: `${coin}EUR`,
        transaction_type: 'WITHDRAW',
        cryptocurrency_amount: amount,
      });
      assert.equal(quote.status, 200, JSON.stringify(quote.body));
      const order = await this.retryUntilAnswered(
        '/withdrawals',
        {
          withdrawalData: {
            conversion_token: quote.body['conversion_token'],
            customer_wallet_address: wallet,
            customer_details: customer,
          },
        },
        { 'idempotency-key': key },
      );
      if (order.body['code'] === 'conversion_token_expired') continue;
      assert.equal(order.status, 200, JSON.stringify(order.body));
      return {
        id: order.body['order_id'] ?? '',
        coin,
        wallet,
        coins: quote.body['cryptocurrency_amount'] ?? '',
        cents: BigInt((quote.body['transaction_total'] ?? '').replace('.', '')),
      };
    }
  }

  async retryUntilAnswered(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    for (let attempt = 0; attempt < 6000; attempt++) {
      try {
        const answer = await this.#ask(path, body, headers);
        const again = answer.status >= 500 || answer.body['code'] === 'idempotency_in_progress';
        if (!again) return answer;
      } catch {
        // The server is down or died before its answer.
      }
      await sleep(50);
    }
    throw new Error(`${path} was never answered`);
  }

  async #ask(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const server = this.#servers[this.#turn++ % this.#servers.length] ?? '';
    const response = await fetch(`${server}/merchant${path}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: await (this.#authorization ??= this.#authorize(server)),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  async #authorize(server: string): Promise<string> {
    try {
      const response = await fetch(`${server}/merchant/oauth/token?grant_type=client_credentials`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('sandbox-psp:sandbox-secret')}` },
      });
      return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
    } catch (error) {
      this.#authorization = undefined;
      throw error;
    }
  }
}
