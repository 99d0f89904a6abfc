import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  dustThreshold,
  feeOf,
  pushingFee,
  replacementFee,
  selectOutputs,
  transactionWeight,
  type Candidate,
  type Spending,
} from './select-outputs.rules.ts';

const keyHash = '11'.repeat(20);
const scripts = {
  p2wpkh: `0014${keyHash}`,
  p2pkh: `76a914${keyHash}88ac`,
  p2sh: `a914${keyHash}87`,
  p2tr: `5120${'22'.repeat(32)}`,
};

test('the dust threshold equals that of nodes', () => {
  const thresholds: [script: string, rate: bigint, dust: bigint][] = [
    [scripts.p2pkh, 3000n, 546n],
    [scripts.p2wpkh, 3000n, 294n],
    [scripts.p2sh, 3000n, 540n],
    [scripts.p2tr, 3000n, 330n],
    [`0020${'33'.repeat(32)}`, 3000n, 330n],
    [scripts.p2wpkh, 30_000n, 2940n],
    [scripts.p2pkh, 30_000n, 5460n],
  ];
  for (const [script, rate, dust] of thresholds) assert.equal(dustThreshold(script, rate), dust, script);
});

test('a fee counts whole virtual bytes and is never below the rate', () => {
  // One input and two outputs, as block explorers show them: 141 virtual bytes, and 226 bytes.
  assert.equal(Math.ceil(transactionWeight('witness', 1, [22, 22]) / 4), 141);
  assert.equal(transactionWeight('forkid', 1, [25, 25]) / 4, 226);
  assert.equal(feeOf(4 * 141, 1000n), 141n);
  assert.equal(feeOf(4 * 141 - 3, 1000n), 141n);
  assert.equal(feeOf(4 * 141, 1001n), 142n);
  assert.equal(feeOf(4 * 141, 1n), 1n);
});

const candidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      transactionId: fc.integer({ min: 0, max: 50 }).map((id) => String(id).padStart(64, '0')),
      index: fc.integer({ min: 0, max: 5 }),
      amountMinor: fc.oneof(
        fc.bigInt(1n, 3000n),
        fc.bigInt(1n, 5_000_000n),
        fc.bigInt(1n, 10n ** 13n),
        // Equal amounts are common.
        fc.constantFrom(1_000_000n, 2_000_000n),
      ),
    }),
    { maxLength: 40 },
  )
  .map((given) => [...new Map(given.map((one) => [`${one.transactionId}:${one.index}`, one])).values()]);

const spendings: fc.Arbitrary<Spending> = fc.record({
  signing: fc.constantFrom('witness', 'forkid'),
  amountMinor: fc.oneof(
    fc.bigInt(6000n, 10_000n),
    fc.bigInt(6000n, 8_000_000n),
    fc.bigInt(6000n, 10n ** 13n),
  ),
  feeRate: fc.oneof(fc.constant(1000n), fc.bigInt(1n, 500_000n)),
  dustRate: fc.constantFrom(3000n, 30_000n),
  toScripts: fc.array(fc.constantFrom(...Object.values(scripts)), { minLength: 1, maxLength: 60 }),
  changeScript: fc.constantFrom(scripts.p2wpkh, scripts.p2pkh),
});

const sum = (chosen: readonly Candidate[]): bigint => chosen.reduce((all, one) => all + one.amountMinor, 0n);

test('inputs equal outputs plus fee, the fee barely exceeds the rate, and change is never dust', () => {
  fc.assert(
    fc.property(candidates, spendings, (given, spending) => {
      const selection = selectOutputs(given, spending);
      if ('shortMinor' in selection) {
        assert.ok(selection.shortMinor > 0n);
        return;
      }
      const { inputs, changeMinor, feeMinor } = selection;
      assert.equal(sum(inputs), spending.amountMinor + changeMinor + feeMinor);
      assert.equal(new Set(inputs).size, inputs.length, 'nothing is spent twice');
      assert.ok(inputs.every((input) => given.includes(input)));

      const to = spending.toScripts.map((script) => script.length / 2);
      const outputs = changeMinor > 0n ? [...to, spending.changeScript.length / 2] : to;
      const due = feeOf(transactionWeight(spending.signing, inputs.length, outputs), spending.feeRate);
      const dust = dustThreshold(spending.changeScript, spending.dustRate);
      if (changeMinor > 0n) {
        assert.ok(changeMinor >= dust);
        assert.equal(feeMinor, due);
      } else {
        // Change is left to the miners only if it is worth less than it costs, now and when it is spent.
        const costOfChange = feeOf(4 * 45 + 592, spending.feeRate) + 2n;
        assert.ok(feeMinor >= due);
        assert.ok(feeMinor <= due + costOfChange + dust, `${feeMinor} for ${due}`);
      }
    }),
    { numRuns: 1000 },
  );
});

test('each replacement keeps all inputs and pays a higher fee and a higher rate', () => {
  fc.assert(
    fc.property(candidates, spendings, fc.bigInt(0n, 400n), (given, spending, more) => {
      const first = selectOutputs(given, spending);
      if ('shortMinor' in first) return;
      const weigh = (chosen: { inputs: readonly Candidate[]; changeMinor: bigint }): number => {
        const to = spending.toScripts.map((script) => script.length / 2);
        const outputs = chosen.changeMinor > 0n ? [...to, spending.changeScript.length / 2] : to;
        return transactionWeight(spending.signing, chosen.inputs.length, outputs);
      };
      let before = first;
      let feeRate = spending.feeRate;
      for (let generation = 0; generation < 3; generation++) {
        feeRate += (feeRate * more) / 100n;
        const replaced = { feeMinor: before.feeMinor, weight: weigh(before) };
        const free = given.filter((one) => !before.inputs.includes(one));
        const next = selectOutputs(
          free,
          { ...spending, feeRate, leastFee: replacementFee(replaced) },
          before.inputs,
        );
        if ('shortMinor' in next) return;
        const weight = weigh(next);
        assert.ok(
          before.inputs.every((input) => next.inputs.includes(input)),
          'only one can be mined',
        );
        assert.equal(new Set(next.inputs).size, next.inputs.length);
        assert.equal(sum(next.inputs), spending.amountMinor + next.changeMinor + next.feeMinor);
        assert.ok(next.feeMinor >= replaced.feeMinor + feeOf(weight, 1000n), 'BIP-125, rules 3 and 4');
        assert.ok(next.feeMinor * BigInt(replaced.weight) > replaced.feeMinor * BigInt(weight), 'dearer');
        assert.ok(next.feeMinor >= feeOf(weight, feeRate));
        before = next;
      }
    }),
    { numRuns: 500 },
  );
});

test('a child reduces the change by the missing fee of both, or reports the missing amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 1_000_000n),
      fc.bigInt(1n, 3000n),
      fc.integer({ min: 800, max: 40_000 }),
      fc.bigInt(1000n, 50_000n),
      (amountMinor, parentFee, parentWeight, feeRate) => {
        const change = { transactionId: 'a'.repeat(64), index: 1, amountMinor };
        const spending: Spending = {
          signing: 'forkid',
          amountMinor: 0n,
          feeRate,
          dustRate: 3000n,
          toScripts: [],
          changeScript: scripts.p2pkh,
          leastFee: pushingFee({ feeMinor: parentFee, weight: parentWeight }, feeRate),
        };
        const child = selectOutputs([], spending, [change]);
        const weight = transactionWeight('forkid', 1, [25]);
        const due = feeOf(parentWeight, feeRate) + feeOf(weight, feeRate) - parentFee;
        const fee = due > feeOf(weight, feeRate) ? due : feeOf(weight, feeRate);
        if ('shortMinor' in child) {
          assert.ok(amountMinor < fee + dustThreshold(scripts.p2pkh, 3000n) + feeOf(weight, feeRate));
          return;
        }
        assert.deepEqual([child.feeMinor, child.changeMinor], [fee, amountMinor - fee]);
      },
    ),
  );
});

test('reports the missing amount if all outputs worth spending are not enough', () => {
  fc.assert(
    fc.property(candidates, spendings, (given, spending) => {
      const selection = selectOutputs(given, spending);
      if (!('shortMinor' in selection)) return;
      // One more output with the missing amount and its own input fee is enough.
      const more: Candidate = {
        transactionId: 'f'.repeat(64),
        index: 0,
        amountMinor: selection.shortMinor + feeOf(600, spending.feeRate) + 1n,
      };
      assert.ok(!('shortMinor' in selectOutputs([...given, more], spending)));
    }),
    { numRuns: 500 },
  );
});

test('the order of the given outputs does not change the selection', () => {
  fc.assert(
    fc.property(candidates, spendings, fc.infiniteStream(fc.nat()), (given, spending, random) => {
      const keys = new Map(given.map((one) => [one, random.next().value ?? 0]));
      const shuffled = given.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
      assert.deepEqual(selectOutputs(shuffled, spending), selectOutputs(given, spending));
    }),
  );
});

test('prefers outputs that need no change, and leaves those not worth their fee', () => {
  const spending: Spending = {
    signing: 'witness',
    amountMinor: 100_000n,
    feeRate: 10_000n,
    dustRate: 3000n,
    toScripts: [scripts.p2wpkh],
    changeScript: scripts.p2wpkh,
  };
  const output = (id: number, amountMinor: bigint): Candidate => ({
    transactionId: String(id).padStart(64, '0'),
    index: 0,
    amountMinor,
  });
  const fee = feeOf(transactionWeight('witness', 2, [22]), 10_000n);
  const exact = [output(1, 60_000n), output(2, 40_000n + fee)];
  const selection = selectOutputs([output(3, 5_000_000n), output(4, 600n), ...exact], spending);
  assert.ok('inputs' in selection);
  assert.equal(selection.changeMinor, 0n);
  assert.deepEqual(new Set(selection.inputs), new Set(exact));
});

test('selects quickly from ten thousand outputs, and no more than nodes relay', () => {
  const many = Array.from({ length: 10_000 }, (_, id) => ({
    transactionId: String(id).padStart(64, '0'),
    index: 0,
    amountMinor: 10_000n,
  }));
  const spending: Spending = {
    signing: 'forkid',
    amountMinor: 3_000_000n,
    feeRate: 1000n,
    dustRate: 3000n,
    toScripts: [scripts.p2pkh],
    changeScript: scripts.p2pkh,
  };
  const selection = selectOutputs(many, spending);
  assert.ok('inputs' in selection);
  assert.ok(transactionWeight('forkid', selection.inputs.length, [25, 25]) < 400_000);
  const near = selectOutputs(many, { ...spending, amountMinor: 4_900_000n });
  assert.ok('inputs' in near && transactionWeight('forkid', near.inputs.length, [25, 25]) < 400_000);
  // About 711 outputs, which weigh more than nodes relay.
  assert.ok('shortMinor' in selectOutputs(many, { ...spending, amountMinor: 7_000_000n }));
});

test('counts and lengths take more bytes from 253 and from 65 536 on', () => {
  assert.equal(transactionWeight('witness', 1, [22, 22]), 562);
  const more = (fewer: number[], many: number[], inputs = 1) =>
    transactionWeight('forkid', inputs, many) - transactionWeight('forkid', inputs, fewer);
  assert.equal(more([252], [253]), 4 * 3);
  assert.equal(more([253], [254]), 4);
  assert.equal(more([65_535], [65_536]), 4 * 3);
  assert.equal(more([65_536], [65_537]), 4);
  assert.equal(
    transactionWeight('forkid', 253, [25]) - transactionWeight('forkid', 252, [25]),
    4 * (148 + 2),
  );
});

test('a script is a witness program only as a whole', () => {
  const notWitness = (bytes: number) => BigInt(8 + 1 + bytes + 148) * 3n;
  assert.equal(dustThreshold(`ff14${'00'.repeat(20)}`, 3000n), notWitness(22));
  assert.equal(dustThreshold(`0029${'11'.repeat(41)}`, 3000n), notWitness(43));
  assert.equal(dustThreshold(`0014${'11'.repeat(21)}`, 3000n), notWitness(23));
});

const legacy: Spending = {
  signing: 'forkid',
  amountMinor: 100_000n,
  feeRate: 1000n,
  dustRate: 3000n,
  toScripts: [scripts.p2pkh],
  changeScript: scripts.p2pkh,
};
const outputsOf = (...amounts: bigint[]): Candidate[] =>
  amounts.map((amountMinor, id) => ({ transactionId: String(id).padStart(64, '0'), index: 0, amountMinor }));
const feeWith = (inputs: number, outputs: number, feeRate: bigint): bigint =>
  feeOf(transactionWeight('forkid', inputs, Array<number>(outputs).fill(25)), feeRate);
const outcome = (given: Candidate[], spending: Spending) => {
  const selection = selectOutputs(given, spending);
  if ('shortMinor' in selection) return { short: selection.shortMinor };
  return { inputs: selection.inputs.map((one) => one.amountMinor), change: selection.changeMinor };
};

test('finds an exact match anywhere in the list, otherwise takes the largest outputs', () => {
  const fee = feeWith(2, 1, legacy.feeRate);
  const given = outputsOf(60_000n, 50_000n, 40_000n + fee);
  assert.deepEqual(outcome(given, legacy), { inputs: [60_000n, 40_000n + fee], change: 0n });
  const alone = outputsOf(100_000n + feeWith(1, 1, legacy.feeRate), 90_000n, 80_000n);
  assert.deepEqual(outcome(alone, legacy).inputs?.length, 1);
  assert.deepEqual(outcome(outputsOf(200_000n, 5_000_000n), legacy).inputs, [5_000_000n]);
});

test('leaves a rest to the miners up to the cost of change, and not a unit more', () => {
  // The cost of change: its output now (34 bytes) and its input later (148 bytes).
  const spending = { ...legacy, feeRate: 10_000n };
  const enough = spending.amountMinor + feeWith(1, 1, spending.feeRate);
  assert.deepEqual(outcome(outputsOf(enough + 1820n), spending), { inputs: [enough + 1820n], change: 0n });
  assert.deepEqual(outcome(outputsOf(enough + 1821n), spending), { inputs: [enough + 1821n], change: 1481n });
});

test('is exact to the unit: enough funds succeed, one less is short by one, and change is neither dust nor worth less than its cost', () => {
  // Uses more inputs than the search for an exact match tries.
  const given = outputsOf(...Array<bigint>(25).fill(100_000n));
  for (const [feeRate, least] of [
    [1000n, 546n],
    [10_000n, 1480n],
  ] as const) {
    const spend = (amountMinor: bigint) => {
      const { inputs, ...rest } = outcome(given, { ...legacy, feeRate, amountMinor });
      return { ...rest, count: inputs?.length };
    };
    const all = 2_500_000n - feeWith(25, 1, feeRate);
    assert.deepEqual(spend(all), { change: 0n, count: 25 });
    assert.deepEqual(spend(all + 1n), { short: 1n, count: undefined });
    const withChange = 2_500_000n - feeWith(25, 2, feeRate);
    assert.deepEqual(spend(withChange - least + 1n), { change: 0n, count: 25 });
    assert.deepEqual(spend(withChange - least), { change: least, count: 25 });
  }
});
