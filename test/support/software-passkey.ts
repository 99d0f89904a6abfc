import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

interface Question {
  readonly challenge: string;
  readonly rpId: string;
  readonly ids: readonly string[];
}

/** Returns the page's WebAuthn request. */
export function questionIn(page: string, kind: 'create' | 'get'): Question {
  const [, text] = new RegExp(`data-passkey-${kind}="([^"]+)"`).exec(page) ?? [];
  assert.ok(text, `the page asks to ${kind}`);
  const question: Question = JSON.parse(text.replaceAll('&quot;', '"'));
  return question;
}

/** An authenticator with its browser, at one origin. */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly id = randomBytes(32);
  count = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rpId }: Question): string {
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from('a0', 'hex')]);
    return this.#answer({
      clientData: this.#clientData('webauthn.create', challenge),
      authenticatorData: Buffer.concat([this.#head(rpId, 0x45), attested]),
      publicKey: this.#keys.publicKey.export({ format: 'der', type: 'spki' }),
    });
  }

  get({ challenge, rpId }: Question): string {
    this.count += 1;
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#head(rpId, 0x05);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const signature = sign('sha256', signed, this.#keys.privateKey);
    return this.#answer({ clientData, authenticatorData, signature });
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin }));
  }

  #head(rpId: string, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(this.count, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }

  #answer(fields: Record<string, Buffer>): string {
    const all = Object.entries({ id: this.id, ...fields });
    return JSON.stringify(
      Object.fromEntries(all.map(([name, bytes]) => [name, bytes.toString('base64url')])),
    );
  }
}
