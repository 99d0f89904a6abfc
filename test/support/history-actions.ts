import fc from 'fast-check';

/** The coins that pay with outputs. Each history uses one of them. */
export const outputCoins = ['BTC', 'BCH', 'LTC'] as const;
export type OutputCoin = (typeof outputCoins)[number];
export const playedCoins = [...outputCoins, 'ETH', 'XRP'] as const;
export type PlayedCoin = (typeof playedCoins)[number];

/** One coin with outputs, one with nonces, and one with sequence numbers and expiry. */
export const coinsOf = (outputCoin: OutputCoin): readonly PlayedCoin[] => [outputCoin, 'ETH', 'XRP'];

const pick = fc.nat({ max: 1000 });
export const share = fc.constantFrom<bigint[]>(1000n, 1000n, 1000n, 996n, 400n, 600n, 1300n);

export const singleOf = (anyCoin: fc.Arbitrary<PlayedCoin>) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('choose' as const), which: pick, coin: anyCoin }) },
    { weight: 9, arbitrary: fc.record({ do: fc.constant('pay' as const), which: pick, older: pick, share }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('replace' as const), which: pick, coin: anyCoin, share }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('mine' as const),
        coin: anyCoin,
        blocks: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('reorganise' as const),
        coin: anyCoin,
        depth: fc.integer({ min: 1, max: 6 }),
        drop: fc.constantFrom(0, 2, 5, 9),
        dropPayout: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(4, 16) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), which: pick }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('refund' as const),
        which: pick,
        amount: fc.constantFrom('all', '5.00', '11.00', '40.00'),
        fails: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('withdraw' as const), coin: anyCoin, fails: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('exclude' as const),
        coin: anyCoin,
        blocks: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: pick }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('bump' as const), which: pick }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('demand' as const),
        coin: anyCoin,
        times: fc.constantFrom(0, 0, 2, 4),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        which: pick,
        decision: fc.constantFrom('approve', 'reject'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('limit' as const),
        coin: anyCoin,
        limits: fc.constantFrom<Record<string, string | true>[]>(
          { none: true },
          { approval: '0' },
          { one: '0.0003', approval: 'none' },
          { day: '0.002' },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('freeze' as const),
        // Thaws are more frequent than freezes, because a history without payouts tests little.
        name: fc.constantFrom('payout freeze', 'payout thaw', 'payout thaw'),
        coin: anyCoin,
      }),
    },
    {
      // Amounts that the sandbox's screening holds, rejects or answers late.
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('marked' as const),
        which: pick,
        coin: anyCoin,
        amount: fc.constantFrom('0.00666666', '0.00777777', '0.00888888'),
        goes: fc.constantFrom('in', 'out'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('screen' as const),
        which: pick,
        decision: fc.constantFrom('allow', 'deny'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('ceiling' as const),
        coin: anyCoin,
        // Thousandths of the wallet's balance.
        keep: fc.constantFrom(undefined, 900n, 990n, 999n),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('release' as const),
        which: pick,
        coin: anyCoin,
        toMerchant: fc.boolean(),
      }),
    },
  );
export type Single = ReturnType<typeof singleOf> extends fc.Arbitrary<infer T> ? T : never;
