/**
 * Selects the outputs that a payout spends, and computes its fee. Sizes are in weight units, four per virtual byte.
 * Signatures count with their maximum length, so that a transaction is never larger than its fee covers.
 */

/** Maximum length of a DER signature with its type, and length of a compressed key. */
const signatureBytes = 72;
const keyBytes = 33;

/** With more inputs a transaction would come near the relay limit of nodes. */
export const mostInputs = 500;
/** Limits of the search for a combination without change: outputs considered, inputs used, steps. */
const exactCandidates = 60;
const exactInputs = 20;
const exactTries = 5000;

type Signing = 'witness' | 'forkid';

function varIntBytes(count: number): number {
  if (count < 0xfd) return 1;
  return count <= 0xffff ? 3 : 5;
}

export const outputWeight = (scriptBytes: number): number => 4 * outputBytes(scriptBytes);

const outputBytes = (scriptBytes: number): number => 8 + varIntBytes(scriptBytes) + scriptBytes;

function inputWeight(signing: Signing): number {
  const unlocking = 2 + signatureBytes + keyBytes;
  // Outpoint, script length and sequence. The witness, with its count, has a quarter of the weight per byte.
  return signing === 'witness' ? 4 * (36 + 1 + 4) + 1 + unlocking : 4 * (36 + 1 + 4 + unlocking);
}

export function transactionWeight(
  signing: Signing,
  inputs: number,
  outputScriptBytes: readonly number[],
): number {
  const outputs = outputScriptBytes.reduce((sum, bytes) => sum + outputBytes(bytes), 0);
  const frame = 4 + varIntBytes(inputs) + varIntBytes(outputScriptBytes.length) + 4;
  return 4 * (frame + outputs) + (signing === 'witness' ? 2 : 0) + inputs * inputWeight(signing);
}

/** `feeRate` is per 1 000 virtual bytes. */
export const feeOf = (weight: number, feeRate: bigint): bigint =>
  (feeRate * virtualBytes(weight) + 999n) / 1000n;

const virtualBytes = (weight: number): bigint => BigInt(Math.ceil(weight / 4));

/** Returns the amount below which nodes refuse to relay the output (Bitcoin Core's GetDustThreshold). */
export function dustThreshold(scriptHex: string, dustRate: bigint): bigint {
  const spending = isWitnessProgram(scriptHex) ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 148;
  return (BigInt(outputBytes(scriptHex.length / 2) + spending) * dustRate) / 1000n;
}

function isWitnessProgram(scriptHex: string): boolean {
  return /^(?:00|5[1-9a-f]|60)(?:[0-9a-f]{2}){3,41}$/.test(scriptHex)
    ? Number.parseInt(scriptHex.slice(2, 4), 16) === scriptHex.length / 2 - 2
    : false;
}

export interface Candidate {
  readonly transactionId: string;
  readonly index: number;
  readonly amountMinor: bigint;
}

export interface Spending {
  readonly signing: Signing;
  /** Sum over all recipients. */
  readonly amountMinor: bigint;
  readonly feeRate: bigint;
  readonly dustRate: bigint;
  /** Empty if everything goes to the change. */
  readonly toScripts: readonly string[];
  readonly changeScript: string;
  /** Returns the minimum fee of a transaction of this weight, independent of the rate. */
  readonly leastFee?: (weight: number) => bigint;
}

/**
 * Additional fee rate that a node requires for relaying a replacement, per 1 000 virtual bytes (Bitcoin Core's
 * `incrementalrelayfee`).
 */
const incrementalRate = 1000n;

interface Priced {
  readonly feeMinor: bigint;
  /** Weight of the bytes as signed. The estimated maximum would make the rate look lower than it is. */
  readonly weight: number;
}

/**
 * Returns the minimum fee of a replacement (BIP-125): higher than the replaced fee by the relay cost, and at a higher
 * rate. Nodes round the rate to whole units per 1 000 virtual bytes, while miners and newer nodes use the weight, so
 * they may disagree about nearly equal rates.
 */
export function replacementFee({ feeMinor, weight: replaced }: Priced): (weight: number) => bigint {
  const higherRate = (feeMinor * 1000n) / virtualBytes(replaced) + 1n;
  return (weight) =>
    [
      feeMinor + feeOf(weight, incrementalRate),
      feeOf(weight, higherRate),
      (feeMinor * BigInt(weight)) / BigInt(replaced) + 1n,
    ].reduce((most, fee) => (fee > most ? fee : most));
}

/** Returns the child's own fee plus the part that its parent lacks for the rate. Miners include both or neither. */
export const pushingFee =
  ({ feeMinor, weight: parent }: Priced, feeRate: bigint) =>
  (weight: number): bigint =>
    feeOf(parent, feeRate) + feeOf(weight, feeRate) - feeMinor;

type Selection<T> =
  | { readonly inputs: readonly T[]; readonly changeMinor: bigint; readonly feeMinor: bigint }
  | { readonly shortMinor: bigint };

/**
 * Selects a few outputs that need no change if such a combination is found, otherwise the largest ones. Kept outputs
 * come first. The order of the candidates does not change the selection.
 */
export function selectOutputs<T extends Candidate>(
  candidates: readonly T[],
  spending: Spending,
  kept: readonly T[] = [],
): Selection<T> {
  const costs = costsOf(spending);
  const usable = candidates
    // Excludes outputs that cost more to spend than they are worth.
    .filter(({ amountMinor }) => amountMinor > costs.input)
    .toSorted((a, b) => compareAmounts(b.amountMinor, a.amountMinor) || compareOutpoints(a, b))
    .slice(0, Math.max(0, mostInputs - kept.length));
  if (kept.length === 0) {
    const exact = findExact(usable, spending.amountMinor + costs.frame, costs);
    if (exact) return withoutChange(exact, spending);
  }
  // Without a recipient the transaction is signed for its change alone.
  const onlyChange = spending.toScripts.length === 0;
  const needed = (inputs: number): bigint =>
    spending.amountMinor + costs.fee(inputs, onlyChange) + (onlyChange ? costs.leastChange : 0n);
  const inputs: T[] = [...kept];
  let missing = needed(inputs.length) - sumOf(inputs);
  for (let next = 0; missing > 0n; next++) {
    const output = usable[next];
    if (!output) return { shortMinor: missing };
    inputs.push(output);
    missing = needed(inputs.length) - sumOf(inputs);
  }
  const feeMinor = costs.fee(inputs.length, true);
  const changeMinor = sumOf(inputs) - spending.amountMinor - feeMinor;
  return changeMinor >= costs.leastChange
    ? { inputs, changeMinor, feeMinor }
    : withoutChange(inputs, spending);
}

interface Costs {
  /** Weight of a transaction without inputs and change. */
  readonly frame: bigint;
  readonly input: bigint;
  /** Smallest change that is worth its own output. */
  readonly leastChange: bigint;
  /** Cost of having change: its output now and its input later. */
  readonly change: bigint;
  fee(inputs: number, withChange: boolean): bigint;
}

function costsOf(spending: Spending): Costs {
  const { signing, feeRate, leastFee = () => 0n } = spending;
  const change = spending.changeScript.length / 2;
  const to = spending.toScripts.map((script) => script.length / 2);
  const fee = (inputs: number, withChange: boolean): bigint => {
    const weight = transactionWeight(signing, inputs, withChange ? [...to, change] : to);
    const [byRate, least] = [feeOf(weight, feeRate), leastFee(weight)];
    return byRate > least ? byRate : least;
  };
  const input = feeOf(inputWeight(signing), feeRate);
  const dust = dustThreshold(spending.changeScript, spending.dustRate);
  return {
    frame: fee(0, false),
    input,
    leastChange: dust > input ? dust : input,
    change: feeOf(4 * outputBytes(change), feeRate) + input,
    fee,
  };
}

function withoutChange<T extends Candidate>(inputs: readonly T[], spending: Spending): Selection<T> {
  return { inputs, changeMinor: 0n, feeMinor: sumOf(inputs) - spending.amountMinor };
}

/**
 * Branch and bound search for outputs whose value, less input fees, reaches the target and exceeds it by at most the
 * cost of change.
 */
function findExact<T extends Candidate>(usable: readonly T[], target: bigint, costs: Costs): T[] | undefined {
  const pool = usable.slice(0, exactCandidates);
  const worth = pool.map(({ amountMinor }) => amountMinor - costs.input);
  /** Value of all outputs from an index on. If it cannot reach the target, the search backtracks. */
  const rest = [...worth, 0n];
  for (let index = worth.length - 1; index >= 0; index--) {
    rest[index] = (worth[index] ?? 0n) + (rest[index + 1] ?? 0n);
  }
  const chosen: T[] = [];
  let tries = 0;
  const search = (index: number, sum: bigint): boolean => {
    if (sum >= target) return sum <= target + costs.change;
    if (tries++ > exactTries || chosen.length >= exactInputs || sum + (rest[index] ?? 0n) < target) {
      return false;
    }
    const [candidate, value] = [pool[index], worth[index]];
    if (!candidate || value === undefined) return false;
    chosen.push(candidate);
    if (search(index + 1, sum + value)) return true;
    chosen.pop();
    return search(index + 1, sum);
  };
  return search(0, 0n) ? chosen : undefined;
}

const sumOf = (candidates: readonly Candidate[]): bigint =>
  candidates.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

export function compareAmounts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares as BIP-69 orders inputs. */
export function compareOutpoints(a: Candidate, b: Candidate): number {
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId ? -1 : 1;
  return a.index - b.index;
}
