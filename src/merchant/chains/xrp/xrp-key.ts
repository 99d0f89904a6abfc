import { decodeSeed } from 'ripple-address-codec';

export type XrpAlgorithm = 'ed25519' | 'ecdsa-secp256k1';

export interface XrpKey {
  readonly seed: string;
  readonly algorithm: XrpAlgorithm;
  /** Address of the account whose master key it is. It may be the regular key of another account. */
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Lists the keys that a family seed may mean. A seed that begins with sEd is for Ed25519. Any other is for secp256k1,
 * but some wallets derive an Ed25519 key from it.
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
  // Loaded only for signing, because a process without a key does not need it.
  const { deriveAddress, deriveKeypair } = await import('ripple-keypairs');
  const { publicKey, privateKey } = deriveKeypair(seed, { algorithm });
  return { seed, algorithm, address: deriveAddress(publicKey), publicKey, privateKey };
}

/** Formats the key for sealing, with the algorithm that was determined when it was stored. */
export const writeXrpKey = ({ seed, algorithm }: XrpKey): string => `${algorithm} ${seed}`;

export async function readStoredXrpKey(stored: string): Promise<XrpKey | undefined> {
  const [algorithm = '', seed = ''] = stored.split(' ');
  return (await listXrpKeys(seed)).find((key) => key.algorithm === algorithm);
}
