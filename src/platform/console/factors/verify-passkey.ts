import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/**
 * The part of WebAuthn (level 3) that the console needs. Attestation is not checked, because the make of the
 * authenticator does not matter. The browser exports the public key as SPKI, so neither CBOR nor COSE is parsed.
 */
export interface PasskeyParty {
  /** Host name that keys are bound to (`rpId`). */
  readonly id: string;
  readonly origin: string;
}

export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

const isPresent = 0x01;
const isVerified = 0x04;
const hasCredential = 0x40;
/**
 * Layout of the authenticator data: hash of the party, flags at 32, counter at 33, model, length of the id at 53, id at
 * 55.
 */
const [flagsAt, countAt, lengthAt, idAt] = [32, 33, 53, 55];
const longestId = 1023;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** Passkeys are bound to the host of `publicUrl`. Keys of another host are not found. */
export function partyOf(publicUrl: string): PasskeyParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

interface Fields {
  readonly [name: string]: unknown;
}

function readFields(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const bytesOf = (fields: Fields, name: string): Buffer => {
  const value = fields[name];
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : Buffer.alloc(0);
};

/** Returns the challenge of the client data if type and origin are correct and the call is not cross-origin. */
function readChallenge(clientData: Buffer, type: string, party: PasskeyParty): Buffer | undefined {
  const fields = readFields(clientData.toString());
  if (fields?.['type'] !== type || fields['origin'] !== party.origin) return undefined;
  if (fields['crossOrigin'] === true) return undefined;
  return bytesOf(fields, 'challenge');
}

function readFlags(authenticatorData: Buffer, party: PasskeyParty): number | undefined {
  if (authenticatorData.length < countAt + 4) return undefined;
  if (!timingSafeEqual(authenticatorData.subarray(0, flagsAt), sha256(party.id))) return undefined;
  const flags = authenticatorData.readUInt8(flagsAt);
  // User verification is required, because the passkey replaces a second factor.
  return (flags & isPresent) !== 0 && (flags & isVerified) !== 0 ? flags : undefined;
}

/** Accepts the key types that registration offers: ES256, EdDSA, RS256. */
function readKey(publicKey: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const isKnown =
      (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
      key.asymmetricKeyType === 'ed25519' ||
      (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048);
    return isKnown ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the text that the page’s script sends after a registration. The caller must check the challenge. */
export function readNewPasskey(
  json: string,
  party: PasskeyParty,
): { challenge: Buffer; passkey: NewPasskey } | undefined {
  const fields = readFields(json);
  if (!fields) return undefined;
  const challenge = readChallenge(bytesOf(fields, 'clientData'), 'webauthn.create', party);
  const data = bytesOf(fields, 'authenticatorData');
  const flags = readFlags(data, party);
  if (!challenge || flags === undefined || (flags & hasCredential) === 0 || data.length < idAt)
    return undefined;
  const length = data.readUInt16BE(lengthAt);
  const credentialId = data.subarray(idAt, idAt + length);
  const publicKey = bytesOf(fields, 'publicKey');
  const isWhole = length > 0 && length <= longestId && credentialId.length === length;
  if (!isWhole || !credentialId.equals(bytesOf(fields, 'id')) || !readKey(publicKey)) return undefined;
  return { challenge, passkey: { credentialId, publicKey, signCount: data.readUInt32BE(countAt) } };
}

export interface PasskeyProof {
  readonly credentialId: Buffer;
  readonly challenge: Buffer;
  /**
   * Verifies the signature with the stored key. Returns the authenticator’s new signature count, or undefined if the
   * proof is invalid.
   */
  check(known: { publicKey: Buffer; signCount: number }): number | undefined;
}

/** Parses the text that the page’s script sends after a passkey was used. */
export function readPasskeyProof(json: string, party: PasskeyParty): PasskeyProof | undefined {
  const fields = readFields(json);
  if (!fields) return undefined;
  const clientData = bytesOf(fields, 'clientData');
  const challenge = readChallenge(clientData, 'webauthn.get', party);
  const data = bytesOf(fields, 'authenticatorData');
  if (!challenge || readFlags(data, party) === undefined) return undefined;
  return {
    credentialId: bytesOf(fields, 'id'),
    challenge,
    check({ publicKey, signCount }) {
      const key = readKey(publicKey);
      if (!key) return undefined;
      const signed = Buffer.concat([data, sha256(clientData)]);
      const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
      if (!verify(algorithm, signed, key, bytesOf(fields, 'signature'))) return undefined;
      const count = data.readUInt32BE(countAt);
      // Many authenticators always send 0. A count that does not grow shows that the key was cloned.
      const isCopy = (count !== 0 || signCount !== 0) && count <= signCount;
      return isCopy ? undefined : count;
    },
  };
}
