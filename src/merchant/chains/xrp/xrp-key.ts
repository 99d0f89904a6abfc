import { decodeSeed } from 'ripple-address-codec';

export type XrpAlgorithm = 'ed25519' | 'ecdsa-secp256k1';

export interface XrpKey {
  readonly seed: string;
  readonly algorithm: XrpAlgorithm;
  /** Of the account whose master key it is; it may be the regular key of another. */
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The keys that a family seed can mean. One that begins with sEd says that it is of Ed25519; any other is of secp256k1,
 * and yet some wallets make a key of Ed25519 of it.
 */
export async function listXrpKeys(text: string): Promise<XrpKey[]> {
  const seed = text.trim();
  let named: string | null;
  try {
    named = decodeSeed(seed).type;
  } catch {
    return [];
  }
  const algorithms: XrpAlgorithm[] = named === 'ed25519' ? ['ed25519'] : ['ecdsa-secp256k1', 'ed25519'];
  return Promise.all(algorithms.map((algorithm) => deriveKey(seed, algorithm)));
}

async function deriveKey(seed: string, algorithm: XrpAlgorithm): Promise<XrpKey> {
  // Only where something is signed: a process without a key does without it.
  const { deriveAddress, deriveKeypair } = await import('ripple-keypairs');
  const { publicKey, privateKey } = deriveKeypair(seed, { algorithm });
  return { seed, algorithm, address: deriveAddress(publicKey), publicKey, privateKey };
}

/** As it is sealed: which of the seed's keys it is was found out when it was stored. */
export const writeXrpKey = ({ seed, algorithm }: XrpKey): string => `${algorithm} ${seed}`;

export async function readStoredXrpKey(stored: string): Promise<XrpKey | undefined> {
  const [algorithm = '', seed = ''] = stored.split(' ');
  return (await listXrpKeys(seed)).find((key) => key.algorithm === algorithm);
}
