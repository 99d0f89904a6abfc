import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerRecord } from '../test/support/hold-answers.ts';

/** Answers declared for every route and produced by the platform, whose tests cover them. */
const ofAnyRoute: readonly RegExp[] = [
  / 408 request_timeout$/,
  / 417 expectation_failed$/,
  / 431 headers_too_large$/,
  / (?:200|500) internal_error$/,
  / 503 (?:database_unavailable|overloaded)$/,
];

const realChains = 'the sandbox’s chains pass on any amount, and are known from their first block on';
const pricedElsewhere = 'the price is asked for as by POST /conversions, which was answered so';
const vanished = 'happens only if a user is erased between the check of the token and the query';

/** Answers without a test, each with the reason. */
export const excused: ReadonlyMap<string, string> = new Map([
  [
    'accounts GET /.well-known/openid-configuration 200',
    'the OpenID library sends it past the hooks that record answers; id-token.routes.test.ts reads it',
  ],
  ['accounts POST /v1/me/id-token 404 unknown_user', vanished],
  ['merchant POST /deposit/address/{cryptocurrencyCode} 503 node_unavailable', realChains],
  ['merchant POST /payments/{paymentReferenceId}/accept 503 rate_unavailable', pricedElsewhere],
  ['merchant POST /payments/{paymentReferenceId}/conversion 503 rate_unavailable', pricedElsewhere],
  ['merchant POST /payments/{paymentReferenceId}/refund 409 payout_too_small', realChains],
  [
    'merchant POST /payments/{paymentReferenceId}/refund 503 node_unavailable',
    'the chain is asked for as by POST /withdrawals, which was answered so',
  ],
  ['merchant POST /payments/{paymentReferenceId}/refund 503 rate_unavailable', pricedElsewhere],
  [
    'merchant POST /payments/{paymentReferenceId}/refund-links 503 node_unavailable',
    'the chain is asked for as by POST /withdrawals, which was answered so',
  ],
  ['merchant POST /payments/{paymentReferenceId}/refund-links 503 rate_unavailable', pricedElsewhere],
  [
    'merchant POST /withdrawals 404 not_found',
    'only a coin that was taken out of the settings after its quote is not there',
  ],
  ['merchant POST /withdrawals 503 rate_unavailable', pricedElsewhere],
  ['social GET /oauth/session 404 not_found', vanished],
  ['social GET /user/perfil 404 not_found', vanished],
]);

/**
 * Compares the answers declared in the OpenAPI documents with those seen in tests, which `test/support/hold-answers.ts`
 * has recorded in the directory. Returns a sentence for each answer that no test received and for each unneeded
 * exception.
 */
export function findUnseenAnswers(directory: string): string[] {
  const records = globSync('*.json', { cwd: directory }).map((file): AnswerRecord =>
    JSON.parse(readFileSync(join(directory, file), 'utf8')),
  );
  const seen = new Set(records.flatMap((record) => record.seen));
  const unseen = [...new Set(records.flatMap((record) => record.declared))]
    .filter((name) => !seen.has(name) && !ofAnyRoute.some((pattern) => pattern.test(name)))
    .toSorted();
  return [
    ...unseen.filter((name) => !excused.has(name)).map((name) => `${name}: no test was answered so`),
    ...[...excused.keys()]
      .filter((name) => !unseen.includes(name))
      .map((name) => `${name}: excused, though it was seen or is not declared`),
  ];
}
