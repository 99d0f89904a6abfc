import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../../../platform/telemetry/logger.ts';
import type { Quote } from '../book.rules.ts';
import { pollVenue } from './poll-venue.ts';
import { kraken } from './tickers.ts';

const honest = readFileSync(
  new URL('../../../../../test/fixtures/venues/kraken-ticker.json', import.meta.url),
  'utf8',
);

interface Heard {
  readonly quotes: Quote[][];
  readonly askedAtMs: number[];
  readonly failures: () => number;
  readonly log: string[];
  until(condition: () => boolean): Promise<void>;
}

type Answer = (response: ServerResponse, asked: number, request: IncomingMessage) => void;

/** Long enough that a slow test machine does not count as a slow venue. */
const patientMs = 120_000;

/** Polls an exchange simulated by a server in this process. */
async function listenTo(
  answer: Answer,
  run: (heard: Heard) => Promise<void>,
  timeoutMs = patientMs,
): Promise<void> {
  const askedAtMs: number[] = [];
  const server = createServer((request, response) => {
    askedAtMs.push(performance.now());
    answer(response, askedAtMs.length, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const quotes: Quote[][] = [];
  const log: string[] = [];
  let failures = 0;
  const context = {
    log: createLogger({
      level: 'info',
      pretty: false,
      destination: { write: (line) => void log.push(line) },
    }),
    onFailure: () => void (failures += 1),
  };
  const stop = pollVenue(context, kraken, { baseUrl, intervalMs: 20, timeoutMs }).listen((heard) =>
    quotes.push([...heard]),
  );
  const until = async (condition: () => boolean): Promise<void> => {
    for (const deadline = Date.now() + patientMs; !condition();) {
      assert.ok(Date.now() < deadline, 'nothing happened for too long');
      await sleep(5);
    }
  };
  try {
    await run({ quotes, askedAtMs, failures: () => failures, log, until });
  } finally {
    await stop();
    server.closeAllConnections();
    server.close();
  }
}

test('a correct venue is polled repeatedly', () =>
  listenTo(
    (response, _asked, request) => {
      assert.match(request.url ?? '', /^\/0\/public\/Ticker\?pair=XBTEUR,/);
      response.end(honest);
    },
    async ({ quotes, failures, until }) => {
      await until(() => quotes.length >= 3);
      assert.equal(quotes[0]?.length, 5);
      assert.equal(failures(), 0);
    },
  ));

/** The number is the time limit of an answer, for cases that only time out. */
const bad: [string, Answer, number?][] = [
  ['answers 500', (response) => response.writeHead(500).end('{"error":["EGeneral:Internal error"]}')],
  ['sends a page instead of JSON', (response) => response.end('<html>maintenance</html>')],
  ['sends JSON without prices', (response) => response.end('{"error":[],"result":{}}')],
  [
    'sends half an answer',
    (response) => response.writeHead(200, { 'content-length': 9999 }).end(honest),
    500,
  ],
  ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['hangs up', (response) => response.destroy()],
  ['never answers', () => {}, 500],
  ['stops in the middle of its answer', (response) => void response.write('{"error":[],'), 500],
  [
    'sends without end',
    (response) => {
      const send = (): void =>
        void (response.destroyed || (response.write(' '.repeat(65_536)), setImmediate(send)));
      send();
    },
  ],
];

for (const [name, answer, timeoutMs] of bad) {
  test(`a venue that ${name} is ignored, polled less and less often, and used again after recovery`, () => {
    let mended = false;
    return listenTo(
      (response, asked, request) => (mended ? response.end(honest) : answer(response, asked, request)),
      async ({ quotes, failures, log, until }) => {
        await until(() => failures() >= 3);
        assert.equal(quotes.length, 0);
        assert.equal(log.filter((line) => line.includes('does not answer')).length, 1, 'one line an outage');
        mended = true;
        await until(() => quotes.length >= 1);
        assert.equal(log.filter((line) => line.includes('answers again')).length, 1);
      },
      timeoutMs,
    );
  });
}

test('an endless answer is aborted for its length, before its time limit', () =>
  listenTo(
    (response) => response.end(' '.repeat(300_000) + honest),
    async ({ failures, log, until }) => {
      await until(() => failures() >= 1);
      assert.match(log.join(''), /the answer is too long/);
    },
  ));

test('pauses grow while a venue fails', () =>
  listenTo(
    (response) => response.writeHead(503).end(),
    async ({ askedAtMs, until }) => {
      await until(() => askedAtMs.length >= 6);
      const gaps = askedAtMs.slice(1).map((at, index) => at - (askedAtMs[index] ?? 0));
      // After five failures at least half of 20 ms × 2⁵.
      assert.ok((gaps[4] ?? 0) >= 320, gaps.join(' '));
    },
  ));

test('after 429 with retry-after, the venue is not polled for that long', () =>
  listenTo(
    (response, asked) =>
      asked === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : response.end(honest),
    async ({ askedAtMs, until }) => {
      await until(() => askedAtMs.length >= 2);
      assert.ok((askedAtMs[1] ?? 0) - (askedAtMs[0] ?? 0) >= 990);
    },
  ));

test('after a stop nothing is polled or reported, not even running requests', async () => {
  let quotes: Quote[][] = [];
  let asked: number[] = [];
  await listenTo(
    (response) => void setTimeout(() => response.end(honest), 100),
    async (heard) => {
      ({ quotes, askedAtMs: asked } = heard);
      await heard.until(() => asked.length === 1);
    },
  );
  await sleep(250);
  assert.deepEqual([quotes.length, asked.length], [0, 1]);
});
