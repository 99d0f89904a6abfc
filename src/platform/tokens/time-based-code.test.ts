import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingStep, otpauthUri, stepAt, timeBasedCode } from './time-based-code.ts';

const repeated = (bytes: number): Buffer => Buffer.from('1234567890'.repeat(7).slice(0, bytes));

test('codes match RFC 6238, appendix B', () => {
  const secrets = { sha1: repeated(20), sha256: repeated(32), sha512: repeated(64) };
  const vectors: [number, keyof typeof secrets, string][] = [
    [59, 'sha1', '94287082'],
    [59, 'sha256', '46119246'],
    [59, 'sha512', '90693936'],
    [1_111_111_109, 'sha1', '07081804'],
    [1_111_111_109, 'sha256', '68084774'],
    [1_111_111_109, 'sha512', '25091201'],
    [1_111_111_111, 'sha1', '14050471'],
    [1_111_111_111, 'sha256', '67062674'],
    [1_111_111_111, 'sha512', '99943326'],
    [1_234_567_890, 'sha1', '89005924'],
    [1_234_567_890, 'sha256', '91819424'],
    [1_234_567_890, 'sha512', '93441116'],
    [2_000_000_000, 'sha1', '69279037'],
    [2_000_000_000, 'sha256', '90698825'],
    [2_000_000_000, 'sha512', '38618901'],
    [20_000_000_000, 'sha1', '65353130'],
    [20_000_000_000, 'sha256', '77737706'],
    [20_000_000_000, 'sha512', '47863826'],
  ];
  for (const [seconds, algorithm, expected] of vectors) {
    const step = stepAt(seconds * 1000);
    assert.equal(timeBasedCode(secrets[algorithm], step, { algorithm, digits: 8 }), expected);
    if (algorithm === 'sha1') assert.equal(timeBasedCode(secrets.sha1, step), expected.slice(2));
  }
});

test('codes match RFC 4226, appendix D', () => {
  const codes = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ];
  for (const [counter, code] of codes.entries()) assert.equal(timeBasedCode(repeated(20), counter), code);
});

test('accepts the current, previous and next step, but no used one', () => {
  const secret = repeated(20);
  const nowMs = 1_700_000_010_000;
  const now = stepAt(nowMs);
  const found = [-2, -1, 0, 1, 2].map((off) =>
    matchingStep(secret, timeBasedCode(secret, now + off), nowMs, 0),
  );
  assert.deepEqual(found, [undefined, now - 1, now, now + 1, undefined]);
  assert.equal(matchingStep(secret, timeBasedCode(secret, now), nowMs, now), undefined);
  assert.equal(matchingStep(secret, timeBasedCode(secret, now - 1), nowMs, now), undefined);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345']) {
    assert.equal(matchingStep(secret, wrong, nowMs, 0), undefined, wrong);
  }
});

test('the URI of the QR code has the format that apps expect', () => {
  assert.equal(
    otpauthUri('Praça & Co', 'ana+x@example.org', Buffer.from('foobar')),
    'otpauth://totp/Pra%C3%A7a%20%26%20Co:ana%2Bx%40example.org?secret=MZXW6YTBOI&issuer=Pra%C3%A7a%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});
