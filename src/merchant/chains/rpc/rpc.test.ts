import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import {
  PlayedRefusal,
  playHttp,
  playNode,
  type PlayedRpcNode,
} from '../../../../test/support/played-node.ts';
import { parseNodeJson } from '../bitcoin/node-number.rules.ts';
import { NodeFailure, NodeRefusal, openRpc } from './rpc.ts';

async function using(
  playing: Promise<PlayedRpcNode>,
  run: (node: PlayedRpcNode) => Promise<void>,
): Promise<void> {
  const node = await playing;
  try {
    await run(node);
  } finally {
    await node.close();
  }
}

/** Returns the failure's message and asserts that the error nowhere contains the password. */
async function failureOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => assert.fail('there was an answer'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof NodeFailure, String(error));
  assert.doesNotMatch(inspect(error, { depth: 10 }), /secret-word|c2VjcmV0/);
  return error.message;
}

test('sends name and password of the address and returns the result', () =>
  using(
    playNode((method, params) => JSON.stringify([method, ...params])),
    async (node) => {
      const rpc = openRpc(node.url);
      assert.deepEqual(await rpc.call('getblockhash', 7), ['getblockhash', 7]);
      assert.equal(node.calls.length, 1);
    },
  ));

test('decodes escaped characters of name and password', async () => {
  let seen = '';
  await using(
    playHttp((request, response) => {
      seen = request.headers.authorization ?? '';
      response.end('{"result":1,"error":null,"id":0}');
    }),
    async ({ host }) => {
      await openRpc(`http://p%40y:a%3A%2Fb%20%C3%A7@${host}`).call('uptime');
      assert.equal(Buffer.from(seen.replace('Basic ', ''), 'base64').toString(), 'p@y:a:/b ç');
    },
  );
});

test('keeps a number that is the whole result as text if the parser does so', () =>
  using(
    playNode(() => '0.00001000'),
    async (node) => {
      const rpc = openRpc(node.url, { parse: parseNodeJson });
      assert.equal(await rpc.call('estimatefee'), '0.00001000');
    },
  ));

test("a refusal carries the node's code and message", () =>
  using(
    playNode(() => {
      throw new PlayedRefusal(-8, 'Block height out of range');
    }),
    async (node) => {
      await assert.rejects(openRpc(node.url).call('getblockhash', 99), (error) => {
        assert.ok(error instanceof NodeRefusal);
        assert.equal(error.code, -8);
        assert.equal(error.reason, 'Block height out of range');
        return true;
      });
    },
  ));

test('sends several calls in one request and matches the answers in any order', () =>
  using(
    playHttp((_request, response, body) => {
      const calls = JSON.parse(body) as { id: number; params: number[] }[];
      const answers = calls.map(({ id, params: [number] }) =>
        number === 2
          ? { id, result: null, error: { code: -5, message: 'No such transaction' } }
          : { id, result: [number], error: null },
      );
      response.end(JSON.stringify(answers.toReversed()));
    }),
    async (node) => {
      const answers = await openRpc(node.url).callAll([1, 2, 3].map((number) => ['echo', number]));
      assert.deepEqual(answers[0], { result: [1] });
      assert.ok(answers[1] instanceof NodeRefusal);
      assert.deepEqual(answers[2], { result: [3] });
      assert.deepEqual(await openRpc(node.url).callAll([]), []);
    },
  ));

test('reports a wrong password', () =>
  using(
    playNode(() => '1'),
    async ({ host }) => {
      const message = await failureOf(openRpc(`http://praca:wrong@${host}`).call('uptime'));
      assert.equal(message, `${host} does not accept the name and password (status 401)`);
    },
  ));

describe('an invalid answer is a failure:', () => {
  const answers: [name: string, Parameters<typeof playHttp>[0]][] = [
    ['a page', (_request, response) => response.end('<html>It works!</html>')],
    ['an empty page', (_request, response) => response.end()],
    ['text', (_request, response) => response.writeHead(503).end('Work queue depth exceeded')],
    ['JSON of another kind', (_request, response) => response.end('"pong"')],
    ['neither result nor error', (_request, response) => response.end('{"id":0}')],
    ['half of JSON', (_request, response) => response.end('{"result":{"height":')],
    [
      'less than the announced length',
      (_request, response) => response.writeHead(200, { 'content-length': 999 }).end('{'),
    ],
    ['a connection that is cut', (request) => request.socket.destroy()],
  ];
  for (const [name, answer] of answers) {
    test(name, () =>
      using(playHttp(answer), async (node) => {
        const rpc = openRpc(node.url);
        await failureOf(rpc.call('uptime'));
        await failureOf(rpc.callAll([['uptime'], ['uptime']]));
      }),
    );
  }

  test('a redirect, which is not followed', async () => {
    let asked = 0;
    await using(
      playHttp((_request, response) => {
        asked += 1;
        response.end('{"result":1,"error":null,"id":0}');
      }),
      async (elsewhere) => {
        assert.equal(await openRpc(elsewhere.url).call('uptime'), 1);
        assert.equal(asked, 1);
        await using(
          playHttp((_request, response) => response.writeHead(307, { location: elsewhere.url }).end()),
          async (node) => void (await failureOf(openRpc(node.url).call('uptime'))),
        );
      },
    );
    assert.equal(asked, 1);
  });
  test('no server at the address', async () => {
    const node = await playHttp(() => {});
    await node.close();
    const message = await failureOf(openRpc(node.url).call('uptime'));
    assert.equal(message, `${node.host} cannot be reached (ECONNREFUSED)`);
  });
  test('no answer in time', () =>
    using(
      playHttp(() => {}),
      async (node) => {
        const message = await failureOf(openRpc(node.url, { timeoutMs: 100 }).call('uptime'));
        assert.equal(message, `${node.host} did not answer within 0.1 s`);
      },
    ));
  test('an answer that stops in the middle', () =>
    using(
      playHttp((_request, response) => void response.write('{"result":')),
      async (node) => {
        assert.match(await failureOf(openRpc(node.url, { timeoutMs: 100 }).call('uptime')), /within 0.1 s/);
      },
    ));
  test('fewer answers than calls', () =>
    using(
      playHttp((_request, response) => response.end('[{"result":1,"error":null,"id":0}]')),
      async (node) => {
        assert.match(await failureOf(openRpc(node.url).callAll([['a'], ['b']])), /each of 2 calls/);
      },
    ));
});
