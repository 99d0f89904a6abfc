import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** How many accounts of a wallet's words are tried: people use the first ones. */
const accountsTried = 10;
/**
 * xprv, zprv, tprv, vprv and Litecoin's two. Any of them is taken: whether it is the account's key is compared anyway.
 */
const privateVersions = new Set([0x0488ade4, 0x04b2430c, 0x04358394, 0x045f18bc, 0x019d9cfe, 0x0436ef7d]);
const base58check = createBase58check(sha256);

export type ReadKey = { readonly key: HDKey } | { readonly fault: string };

interface AccountToFind {
  /** Public. */
  readonly account: HDKey;
  /** The setting that holds it. */
  readonly setting: string;
  /** Where a wallet has the account of this number. */
  pathOf(account: number): string;
}

/** The private key of that same account, from an extended private key or the words of a wallet. */
export function findAccountKey(given: string, wanted: AccountToFind): ReadKey {
  const words = given.trim().toLowerCase().split(/\s+/).join(' ');
  if (words.includes(' ')) return findByWords(words, wanted);
  const key = readPrivateKey(given.trim());
  if (!key) return { fault: 'What was given is no extended private key, and not the words of a wallet.' };
  return isSameAccount(key, wanted.account)
    ? { key }
    : { fault: `The key is not that of the account of ${wanted.setting}.` };
}

function readPrivateKey(text: string): HDKey | undefined {
  try {
    const bytes = base58check.decode(text);
    const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    if (!privateVersions.has(version)) return undefined;
    return HDKey.fromExtendedKey(text, { private: version, public: 0 });
  } catch {
    return undefined;
  }
}

function findByWords(words: string, { account, setting, pathOf }: AccountToFind): ReadKey {
  if (!validateMnemonic(words, wordlist)) {
    return { fault: 'What was given is not the words of a wallet: one is wrong, or they are out of order.' };
  }
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  for (let index = 0; index < accountsTried; index++) {
    const key = master.derive(pathOf(index));
    if (isSameAccount(key, account)) return { key };
  }
  return { fault: `None of the first ${accountsTried} accounts of these words is that of ${setting}.` };
}

/** By key and chain code alone: one of them may be private, and their versions (xpub, zpub) may differ. */
function isSameAccount(one: HDKey, other: HDKey): boolean {
  const equal = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
    a !== null && b !== null && Buffer.from(a).equals(b);
  return equal(one.publicKey, other.publicKey) && equal(one.chainCode, other.chainCode);
}
