import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { coinCodes, type CoinCode } from '../../../assets/asset.rules.ts';
import { payingBranch, payingIndex } from '../../addresses/paying-account.ts';
import { getSandboxWallet, sandboxAccounts } from './sandbox-wallet.ts';

const paths: Record<CoinCode, string> = {
  BTC: "m/84'/1'/0'",
  LTC: "m/84'/1'/0'",
  BCH: "m/44'/1'/0'",
  ETH: "m/44'/60'/0'",
  XRP: "m/44'/144'/0'/0/0",
};

test("the sandbox's accounts belong to its published recovery phrase", () => {
  const words = `${'abandon '.repeat(11)}about`;
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512');
  const root = HDKey.fromMasterSeed(seed, { public: 0x043587cf, private: 0x04358394 });
  for (const [coin, path] of Object.entries(paths)) {
    const key = root.derive(path);
    assert.deepEqual(
      sandboxAccounts[coin as CoinCode],
      {
        extendedPublicKey: key.publicExtendedKey,
        publicKey: Buffer.from(key.publicKey ?? []).toString('hex'),
        privateKey: Buffer.from(key.privateKey ?? []).toString('hex'),
      },
      coin,
    );
  }
});

test("each wallet's endowment is at an address of its own account, from which account-based coins pay", () => {
  for (const coin of coinCodes) {
    const { addresses, payingAddress } = getSandboxWallet(coin);
    assert.deepEqual(payingAddress, addresses.derive(payingBranch, payingIndex), coin);
  }
});
