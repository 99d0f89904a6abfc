import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { HttpRequest, Round } from '../scenario.ts';
import { answerQuestions } from './child.ts';
import { summarise } from './latencies.ts';
import type { LoadQuestion } from './questions.ts';

const placeholder = '[<id>]';

const hasFreshBody = ({ fresh, body }: HttpRequest): boolean =>
  fresh === true && body?.includes(placeholder) === true;

/** autocannon's own id replacement works in headers but miscounts the length of a body. */
const renew =
  (body: string) =>
  (request: autocannon.Request): autocannon.Request => ({
    ...request,
    body: body.replaceAll(placeholder, randomUUID()),
  });

/** Keeps one request pending per connection, as browsers do. Pipelining would make every server look faster. */
async function load(question: LoadQuestion): Promise<Round> {
  const latenciesMs: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  let firstMs = 0;
  let lastMs = 0;
  const { promise: ended, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url: question.url,
    connections: question.connections,
    pipelining: 1,
    duration: question.seconds,
    // Sampling interval of the duration. The rate is computed here, from the first answer to the last.
    sampleInt: 100,
    timeout: 10,
    idReplacement: question.requests.some((request) => request.fresh && !hasFreshBody(request)),
    requests: question.requests.map(({ path, method = 'GET', headers = {}, body, fresh = false }) => ({
      path,
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(body !== undefined && hasFreshBody({ path, body, fresh }) ? { setupRequest: renew(body) } : {}),
    })),
  };
  const running = autocannon(options, (error: Error | null, result) =>
    error ? reject(error) : resolve(result),
  );
  running.on('response', (_client, status, _bytes, elapsedMs) => {
    lastMs = performance.now();
    if (latenciesMs.length === 0) firstMs = lastMs;
    latenciesMs.push(elapsedMs);
    if (status >= 200 && status < 300) return;
    failures += 1;
    firstFailure ??= `answered ${status}`;
  });
  running.on('reqError', (error) => {
    firstFailure ??= error.message;
  });
  const result = await ended;
  return {
    operations: latenciesMs.length - 1,
    seconds: (lastMs - firstMs) / 1000,
    ...summarise(latenciesMs),
    failures: failures + result.errors,
    ...(firstFailure === undefined ? {} : { firstFailure }),
  };
}

answerQuestions({ answer: load });
