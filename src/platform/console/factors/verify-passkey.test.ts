import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { partyOf, readNewPasskey, readPasskeyProof } from './verify-passkey.ts';

const party = partyOf('https://praca.example:8443/x');
const challenge = randomBytes(32);
const id = randomBytes(40);
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

interface Changes {
  type?: string;
  origin?: string;
  rpId?: string;
  flags?: number;
  count?: number;
  crossOrigin?: boolean;
}

/** Builds the response of an authenticator and a browser, with deviations in `changes`. */
function answer(create: boolean, changes: Changes = {}) {
  const { type = create ? 'webauthn.create' : 'webauthn.get', origin = 'https://praca.example:8443' } =
    changes;
  const { rpId = 'praca.example', count = 7, crossOrigin = false } = changes;
  const clientData = Buffer.from(
    JSON.stringify({ type, challenge: challenge.toString('base64url'), origin, crossOrigin }),
  );
  const head = Buffer.alloc(5);
  head.writeUInt8(changes.flags ?? (create ? 0x45 : 0x05), 0);
  head.writeUInt32BE(count, 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const attested = create ? [Buffer.alloc(16), length, id, Buffer.from('a501', 'hex')] : [];
  return { clientData, authenticatorData: Buffer.concat([sha256(rpId), head, ...attested]) };
}

const keys: [string, { publicKey: KeyObject; privateKey: KeyObject }][] = [
  ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['EdDSA', generateKeyPairSync('ed25519')],
  ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
];
const der = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });
const texts = (fields: Record<string, Buffer>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  );

const created = (key: KeyObject, changes?: Changes, given: Buffer = id): string =>
  texts({ id: given, publicKey: der(key), ...answer(true, changes) });

function used(privateKey: KeyObject, changes?: Changes): string {
  const { clientData, authenticatorData } = answer(false, changes);
  const algorithm = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signature = sign(algorithm, Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
  return texts({ id, clientData, authenticatorData, signature });
}

for (const [name, { publicKey, privateKey }] of keys) {
  test(`a key of type ${name} is registered, and a proof needs a valid signature and a growing count`, () => {
    const made = readNewPasskey(created(publicKey), party);
    assert.deepEqual(made?.challenge, challenge);
    assert.deepEqual(made?.passkey, { credentialId: id, publicKey: der(publicKey), signCount: 7 });
    const proof = readPasskeyProof(used(privateKey), party);
    assert.deepEqual([proof?.challenge, proof?.credentialId], [challenge, id]);
    assert.equal(proof?.check({ publicKey: der(publicKey), signCount: 6 }), 7);
    assert.equal(
      proof?.check({ publicKey: der(publicKey), signCount: 7 }),
      undefined,
      'a copy does not count on',
    );
    const uncounted = readPasskeyProof(used(privateKey, { count: 0 }), party);
    assert.equal(
      uncounted?.check({ publicKey: der(publicKey), signCount: 0 }),
      0,
      'many do not count at all',
    );
    for (const [, other] of keys) {
      if (other.publicKey === publicKey) continue;
      assert.equal(proof?.check({ publicKey: der(other.publicKey), signCount: 0 }), undefined);
    }
    const tampered = JSON.parse(used(privateKey)) as Record<string, string>;
    tampered['signature'] = Buffer.from(tampered['signature'] ?? '', 'base64url')
      .fill(1, 8, 12)
      .toString('base64url');
    assert.equal(
      readPasskeyProof(JSON.stringify(tampered), party)?.check({ publicKey: der(publicKey), signCount: 0 }),
      undefined,
    );
  });
}

test('rejects responses for another origin or type, without user verification, and with weak keys', () => {
  const [[, { publicKey, privateKey }]] = keys as [(typeof keys)[number]];
  const wrong: Changes[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://praca.example:8443' },
    { rpId: 'evil.example' },
    { type: 'payment.get' },
    { crossOrigin: true },
    { flags: 0x44 },
    { flags: 0x41 },
  ];
  for (const changes of wrong) {
    assert.equal(readNewPasskey(created(publicKey, changes), party), undefined, JSON.stringify(changes));
    assert.equal(readPasskeyProof(used(privateKey, changes), party), undefined, JSON.stringify(changes));
  }
  assert.equal(readNewPasskey(used(privateKey), party), undefined);
  assert.equal(readPasskeyProof(created(publicKey), party), undefined);
  assert.equal(readNewPasskey(created(publicKey, {}, randomBytes(40)), party), undefined, 'another id');
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  assert.equal(readNewPasskey(created(weak), party), undefined);
  assert.equal(
    readNewPasskey(created(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey), party),
    undefined,
  );
  for (const odd of [
    '',
    'null',
    '[]',
    '{}',
    '{"clientData":1}',
    '{"clientData":"e30","authenticatorData":""}',
    'x'.repeat(50),
  ]) {
    assert.equal(readNewPasskey(odd, party), undefined);
    assert.equal(readPasskeyProof(odd, party), undefined);
  }
});
