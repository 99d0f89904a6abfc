import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Number of accounts of a recovery phrase that are tried. Wallets use the first ones. */
const accountsTried = 10;
/** xprv, zprv, tprv, vprv and Litecoin's two. All are accepted, because the key is compared with the account anyway. */
const privateVersions = new Set([0x0488ade4, 0x04b2430c, 0x04358394, 0x045f18bc, 0x019d9cfe, 0x0436ef7d]);
const base58check = createBase58check(sha256);

export type ReadKey = { readonly key: HDKey } | { readonly fault: string };

interface AccountToFind {
  /** The extended public key. */
  readonly account: HDKey;
  /** Name of the setting that holds it. */
  readonly setting: string;
  /** Returns the derivation path at which wallets keep the account of this number. */
  pathOf(account: number): string;
}

/** Finds the private key of this account in an extended private key or a recovery phrase. */
export function findAccountKey(given: string, wanted: AccountToFind): ReadKey {
  const words = given.trim().toLowerCase().split(/\s+/).join(' ');
  if (words.includes(' ')) return findByWords(words, wanted);
  const key = readPrivateKey(given.trim());
  if (!key) return { fault: 'The input is neither an extended private key nor a recovery phrase.' };
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
    return {
      fault: 'The input is not a valid recovery phrase: a word is wrong, or the words are out of order.',
    };
  }
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  for (let index = 0; index < accountsTried; index++) {
    const key = master.derive(pathOf(index));
    if (isSameAccount(key, account)) return { key };
  }
  return {
    fault: `None of the first ${accountsTried} accounts of this recovery phrase is that of ${setting}.`,
  };
}

/** Compares public key and chain code only: one key may be private, and the version bytes (xpub, zpub) may differ. */
function isSameAccount(one: HDKey, other: HDKey): boolean {
  const equal = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
    a !== null && b !== null && Buffer.from(a).equals(b);
  return equal(one.publicKey, other.publicKey) && equal(one.chainCode, other.chainCode);
}
