import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { CommandError } from '../../../platform/command.ts';
import { ratesCheckCommand } from './rate.commands.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/venues/${name}.json`, import.meta.url), 'utf8');

type Answer = (response: ServerResponse) => void;

/** Returns the command's output, and its error if it fails. Each exchange is simulated. */
async function check(
  played: Readonly<Record<string, Answer>>,
  names = Object.keys(played),
  impatient: readonly string[] = [],
) {
  const server = createServer((request, response) => {
    const [, venue = ''] = (request.url ?? '').split('/');
    played[venue]?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const overrides = Object.fromEntries(
    names.map((name) => [
      name,
      {
        baseUrl: `http://127.0.0.1:${port}/${name}`,
        // Long enough that a slow test machine does not count as a slow venue.
        timeoutMs: impatient.includes(name) ? 200 : 60_000,
      },
    ]),
  );
  const lines: string[] = [];
  const platform = {
    settings: { RATE_VENUES: names, RATE_SPREAD_BPS: 50, RATE_AGREEMENT_BPS: 50, RATE_MIN_VENUES: 1 },
    clock: { nowMs: () => 1_000_000 },
  };
  const ended = await ratesCheckCommand(overrides)
    .run(platform as never, { values: {}, positionals: [] }, (line) => void lines.push(line))
    .then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof CommandError);
        return error.message;
      },
    );
  server.closeAllConnections();
  server.close();
  return { text: lines.join('\n'), ended };
}

const kraken: Answer = (response) => void response.end(fixture('kraken-ticker'));
const bitfinex: Answer = (response) => void response.end(fixture('bitfinex-tickers'));

test('valid answers: prints each price with its use, and the resulting rates', async () => {
  const { text, ended } = await check({ kraken, bitfinex });
  assert.equal(ended, undefined);
  assert.match(text, /^kraken     ok     BTCEUR  bid 80012  ask 80012\.1  counts$/m);
  assert.match(text, /^bitfinex   ok     XRPEUR  bid 2\.0021  ask 2\.0049  counts$/m);
  assert.match(text, /^BTCEUR  buy 80\d{3}\.\d+  sell 79\d{3}\.\d+  from 2 of these books$/m);
  assert.match(text, /^BCHEUR  .* from 1 of these books$/m, 'Bitfinex has none');
});

test('a venue with wrong prices is named and changes no rate', async () => {
  const lying =
    (change: (text: string) => string): Answer =>
    (response) =>
      void response.end(change(fixture('bitfinex-tickers')));
  const honest = {
    kraken,
    bitstamp: (response: ServerResponse) => void response.end(fixture('bitstamp-ticker')),
  };
  const alone = await check(honest);
  const rate = (text: string) => /^BTCEUR  buy.*?(?=  from)/m.exec(text)?.[0];
  const far = await check({
    ...honest,
    bitfinex: lying((text) => text.replace('80008', '70008').replace('80019', '70019')),
  });
  assert.match(far.text, /^bitfinex .* BTCEUR .* left out: more than 2 % from the median of all$/m);
  assert.equal(rate(far.text), rate(alone.text));
  const crossed = await check({ ...honest, bitfinex: lying((text) => text.replace('80008', '80030')) });
  assert.match(crossed.text, /^bitfinex .* BTCEUR .* left out: its bid is above its ask$/m);
  assert.equal(rate(crossed.text), rate(alone.text));
});

test('wrong, slow and missing answers are distinguished, and the command fails', async () => {
  const { text, ended } = await check(
    {
      kraken,
      bitstamp: (response) => void response.writeHead(404).end(fixture('bitstamp-error')),
      coinbase: () => {},
      binance: (response) => void response.destroy(),
      bitvavo: (response) => void response.end('<html>'),
      bitfinex: (response) => void response.end(fixture('bitfinex-error')),
    },
    undefined,
    ['coinbase'],
  );
  assert.match(text, /^kraken     ok     BTCEUR/m);
  assert.match(text, /^bitstamp   WRONG  \/api\/v2\/ticker\/btceur\/  status 404$/m);
  assert.match(text, /^coinbase   WRONG  .*(?:timeout|aborted)/m);
  assert.match(text, /^binance    WRONG  .*symbol=BTCEUR  /m);
  assert.match(text, /^bitvavo    WRONG  .*JSON/m);
  assert.match(text, /^bitfinex   WRONG  .*no price in the answer$/m);
  assert.equal(ended, 'No price from bitstamp, coinbase, bitfinex, binance, bitvavo.');
});

test('simulated venues are not polled', async () => {
  const { text, ended } = await check({}, ['simulated']);
  assert.equal(text, 'simulated  prices are computed locally, so no request is sent');
  assert.equal(ended, undefined);
});
