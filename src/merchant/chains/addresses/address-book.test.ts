import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { coinCodes, coins, type CoinCode } from '../../assets/asset.rules.ts';
import type { AddressBook, AddressFault, Branch } from '../chain.ts';
import { createAddressBook } from './create-address-book.ts';
import { networks, type Network } from './networks.ts';
import { parseAddress } from './parse-address.ts';
import { describeFault, requireAddress } from './require-address.ts';
import { sayIn } from '../../../platform/problem.ts';

interface Judge {
  validate(address: string, coin: string, options: { networkType: 'prod' | 'testnet' }): boolean;
}
const judge = createRequire(import.meta.url)('multicoin-address-validator') as Judge;

const base58check = createBase58check(sha256);
const seed = new Uint8Array(32).fill(7);
const xrpAccount = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
const testVersions = { public: 0x043587cf, private: 0x04358394 };

function bookOf(coin: CoinCode, network: Network): AddressBook {
  if (coin === 'XRP') return createAddressBook(coin, network, xrpAccount);
  const root = network === 'main' ? HDKey.fromMasterSeed(seed) : HDKey.fromMasterSeed(seed, testVersions);
  return createAddressBook(coin, network, root.derive("m/84'/0'/0'").publicExtendedKey);
}

const everyBook = coinCodes.flatMap((coin) =>
  networks.map((network) => ({ coin, network, book: bookOf(coin, network) })),
);
const branches = fc.constantFrom<Branch>(0, 1);
const indexes = fc.integer({ min: 0, max: 2 ** 31 - 1 });

const faultOf = (parsed: ReturnType<AddressBook['parse']>): AddressFault | undefined =>
  'fault' in parsed ? parsed.fault : undefined;

test('a book parses its derived addresses to the same destinations', () => {
  for (const { book } of everyBook) {
    fc.assert(
      fc.property(branches, indexes, (branch, index) => {
        const derived = book.derive(branch, index);
        assert.deepEqual(book.parse(derived.address, derived.destinationTag), { address: derived });
      }),
      { numRuns: 20 },
    );
  }
});

test('an independent library accepts every derived address', () => {
  for (const { coin, network, book } of everyBook) {
    // The library does not know regtest networks and accepts any checksum of a CashAddr. The table of the specification
    // covers these.
    if (network === 'regtest' || coin === 'BCH') continue;
    fc.assert(
      fc.property(branches, indexes, (branch, index) => {
        const { address } = book.derive(branch, index);
        const networkType = network === 'main' ? 'prod' : 'testnet';
        assert.ok(
          judge.validate(address, coin.toLowerCase(), { networkType }),
          `${coin} ${network} ${address}`,
        );
      }),
      { numRuns: 20 },
    );
  }
});

test('no two indexes share an address or a tag', () => {
  for (const { book } of everyBook.filter(({ network }) => network === 'test')) {
    const places = [0, 1, 2, 3, 1000, 2 ** 30, 2 ** 31 - 2, 2 ** 31 - 1];
    const destinations = ([0, 1] as const).flatMap((branch) =>
      places.map((index) => book.derive(branch, index).destination),
    );
    assert.equal(new Set(destinations).size, destinations.length);
  }
  const tags = bookOf('XRP', 'main');
  const many = new Set(Array.from({ length: 100_000 }, (_, index) => tags.derive(0, index).destinationTag));
  assert.equal(many.size, 100_000);
  for (const tag of many) assert.match(String(tag), /^[1-9]\d{0,9}$/);
});

test('an account has an address for each tag below 2^32, also in the X-address form', () => {
  const book = bookOf('XRP', 'main');
  for (const tag of [1, 2 ** 31, 2 ** 32 - 1]) {
    const address = book.ofTag?.(tag);
    assert.equal(address?.destinationTag, String(tag));
    assert.deepEqual(book.parse(address?.address ?? '', String(tag)), { address });
    assert.deepEqual(book.parse(classicAddressToXAddress(book.account, tag, false)), { address });
  }
  assert.equal(bookOf('BTC', 'main').ofTag, undefined);
});

test('tags of consecutive indexes differ in more than one digit', () => {
  const book = bookOf('XRP', 'main');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (index) => {
      const [one, other] = [index, index + 1].map((place) =>
        String(book.derive(0, place).destinationTag).padStart(10, '0'),
      );
      assert.ok(one && other && Array.from(one).filter((digit, place) => digit !== other[place]).length > 1);
    }),
  );
});

test('rejects an address of another coin or network with that reason', () => {
  for (const own of everyBook) {
    for (const other of everyBook) {
      const { address } = other.book.derive(0, 5);
      const fault = faultOf(own.book.parse(address, own.coin === 'XRP' ? '5' : null));
      const told =
        own.coin === other.coin && !['ETH', 'XRP'].includes(own.coin) && own.network !== other.network;
      const expected = own.coin !== other.coin ? 'wrong_coin' : told ? 'wrong_network' : undefined;
      assert.equal(
        fault,
        expected,
        `${address} (${other.coin} ${other.network}) for ${own.coin} ${own.network}`,
      );
    }
  }
});

type Meanings = Partial<Record<CoinCode, readonly Network[]>>;
const legacy: readonly [address: string, of: 'key' | 'script', means: Meanings][] = [
  ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'key', { BTC: ['main'], BCH: ['main'] }],
  ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'script', { BTC: ['main'], BCH: ['main'] }],
  [
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'key',
    { BTC: ['test', 'regtest'], BCH: ['test', 'regtest'], LTC: ['test', 'regtest'] },
  ],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'script', { BTC: ['test', 'regtest'], BCH: ['test', 'regtest'] }],
  ['LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ', 'key', { LTC: ['main'] }],
  ['MGxNPPB7eBoWPUaprtX9v9CXJZoD2465zN', 'script', { LTC: ['main'] }],
];

test('accepts legacy addresses only for the chains that have them, with the right kind', () => {
  for (const [address, kind, means] of legacy) {
    const hash = hex.encode(base58check.decode(address).subarray(1));
    const script = kind === 'key' ? `76a914${hash}88ac` : `a914${hash}87`;
    for (const { coin, network, book } of everyBook) {
      const of = means[coin];
      const expected = of === undefined ? 'wrong_coin' : of.includes(network) ? undefined : 'wrong_network';
      const parsed = book.parse(address);
      assert.equal(faultOf(parsed), expected, `${address} for ${coin} ${network}`);
      if ('address' in parsed) assert.equal(parsed.address.destination, script, `${address} of ${coin}`);
    }
  }
});

/** Swaps a character for another of the same alphabet, which only the checksum can detect. */
const swaps: Record<string, string> = { q: 'p', p: 'q', a: 'c', A: 'C', 0: '2', 1: '2', r: 's', e: 'f' };

test('one wrong character is a bad checksum', () => {
  for (const { coin, network, book } of everyBook) {
    const { address, destinationTag } = book.derive(0, 11);
    const start = address.length - 12;
    const place = Array.from(address).findIndex(
      (letter, index) => index > start && letter in swaps && (coin !== 'ETH' || /[a-fA-F]/.test(letter)),
    );
    if (place < 0) continue;
    const wrong = address.slice(0, place) + swaps[address[place] ?? ''] + address.slice(place + 1);
    assert.equal(faultOf(book.parse(wrong, destinationTag)), 'bad_checksum', `${coin} ${network} ${wrong}`);
  }
});

test('text that is not an address is malformed, however long or unusual', () => {
  const strange = [
    '',
    ' ',
    'hello',
    '0x',
    '0x12',
    'bc1',
    'bitcoincash:',
    'r',
    '🪙'.repeat(20),
    'a'.repeat(10_000_000),
  ];
  const [btc] = everyBook;
  strange.push(`bitcoin:${btc?.book.derive(0, 0).address}`, ` ${btc?.book.derive(0, 0).address}`);
  for (const text of strange) {
    for (const { book } of everyBook) assert.equal(faultOf(book.parse(text)), 'malformed', text.slice(0, 60));
  }
  fc.assert(
    fc.property(fc.string(), (text) =>
      everyBook.every(({ book }) => faultOf(book.parse(text)) !== undefined),
    ),
  );
});

test('tells staff whether the tag or the address is wrong', () => {
  const told = (text: string, tag: string | null): string => {
    const parsed = bookOf('XRP', 'main').parse(text, tag);
    return 'fault' in parsed ? sayIn('en', describeFault(parsed)) : '';
  };
  assert.match(told(xrpAccount, '4294967296'), /^The tag must be a whole number from 0 to 4294967295, .*\.$/);
  assert.match(told('hello', null), /^The address is not an address /);
});

test('only XRP has tags, and each invalid tag is rejected with its reason', () => {
  for (const { coin, book } of everyBook) {
    const { address } = book.derive(0, 1);
    if (coin !== 'XRP') {
      assert.equal(faultOf(book.parse(address, '7')), 'tag_not_taken');
      assert.equal(faultOf(book.parse(address, '')), undefined);
    }
  }
  const book = bookOf('XRP', 'main');
  for (const tag of ['-1', '1.5', '4294967296', '99999999999', 'x', '1e3', '٣', ' 1']) {
    assert.equal(faultOf(book.parse(xrpAccount, tag)), 'bad_tag', tag);
  }
  const tagged = 'X7YenJqxv3L66CwhBSfd3N8RzGXxYqV56ZkTCa9UCzgaao1';
  assert.equal(faultOf(book.parse(tagged, '58')), undefined);
  assert.equal(faultOf(book.parse(tagged, '59')), 'bad_tag');
  assert.equal(faultOf(book.parse('X7YenJqxv3L66CwhBSfd3N8RzGXxYqPopMGMsCcpho79rex', '59')), 'bad_tag');
  // All customers share our own account. Accounts of others may have a single owner.
  assert.equal(faultOf(book.parse(xrpAccount)), 'tag_required');
  assert.equal(faultOf(book.parse('rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo')), undefined);
  // Each tag has one spelling. An empty tag is invalid, because its sender probably meant to give one.
  for (const spelling of ['0007', '01', '00', '', ' ', '+7', '7.0']) {
    assert.equal(faultOf(book.parse('rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo', spelling)), 'bad_tag', spelling);
    assert.equal(faultOf(book.parse(tagged, spelling)), 'bad_tag', spelling);
  }
  assert.equal(faultOf(book.parse('rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo', '0')), undefined);
});

test('the refusal names the wrong field', () => {
  const fields = { address: 'refund_address', tag: 'destination_tag' };
  const errorsOf = (text: string, tag: string | null) => {
    try {
      requireAddress(parseAddress('XRP', 'test', text, tag), fields);
    } catch (error) {
      return (error as { errors: { field: string; code: string }[] }).errors.map(({ field, code }) => [
        field,
        code,
      ]);
    }
    return [];
  };
  assert.deepEqual(errorsOf('nonsense', null), [['refund_address', 'malformed']]);
  assert.deepEqual(errorsOf(xrpAccount, 'x'), [['destination_tag', 'bad_tag']]);
  assert.deepEqual(errorsOf(xrpAccount, '9'), []);
});

test('an XRP book owns every tag of its account and nothing else, and other books own no address by themselves', () => {
  const book = bookOf('XRP', 'main');
  assert.ok(book.owns(`${xrpAccount}:`) && book.owns(`${xrpAccount}:12`));
  assert.ok(!book.owns('rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo:12'));
  for (const { coin, book: other } of everyBook) {
    if (coin !== 'XRP') assert.ok(!other.owns(other.derive(0, 0).destination));
  }
});

test('payment URIs have the format that wallets read', () => {
  const uri = (coin: CoinCode, network: Network, amountMinor: bigint) => {
    const book = bookOf(coin, network);
    const to = book.derive(0, 0);
    return book.paymentUri(to, amountMinor).replace(to.address, 'ADDRESS');
  };
  assert.equal(uri('BTC', 'main', 123_450_000n), 'bitcoin:ADDRESS?amount=1.2345');
  assert.equal(uri('BTC', 'test', 100_000_000n), 'bitcoin:ADDRESS?amount=1');
  assert.equal(uri('LTC', 'main', 1n), 'litecoin:ADDRESS?amount=0.00000001');
  assert.equal(uri('BCH', 'main', 1_000_000_000n), 'ADDRESS?amount=10');
  assert.match(bookOf('BCH', 'main').derive(0, 0).address, /^bitcoincash:q/);
  assert.equal(uri('ETH', 'main', 10n ** 18n), 'ethereum:ADDRESS@1?value=1000000000000000000');
  assert.equal(uri('ETH', 'test', 1n), 'ethereum:ADDRESS@11155111?value=1');
  const tag = bookOf('XRP', 'main').derive(0, 0).destinationTag;
  assert.equal(uri('XRP', 'main', 12_500_000n), `xrpl://ADDRESS?amount=12.5&dt=${tag}`);
});

test('the amount of a payment URI is exact for every coin', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...coinCodes),
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      (coin, amountMinor) => {
        const book = bookOf(coin, 'main');
        const uri = new URL(book.paymentUri(book.derive(0, 0), amountMinor));
        const text = uri.searchParams.get(coin === 'ETH' ? 'value' : 'amount') ?? '';
        const [whole = '', fraction = ''] = text.split('.');
        const decimals = coin === 'ETH' ? 0 : coins[coin].decimals;
        assert.equal(BigInt(whole + fraction.padEnd(decimals, '0')), amountMinor);
      },
    ),
    { numRuns: 30 },
  );
});
