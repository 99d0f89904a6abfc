import { readPspId } from '../../access/credentials/read-psp-id.ts';
import { CommandError, type Command } from '../../../platform/command.ts';
import { parseAmount } from '../../../platform/money.ts';
import type { Platform, PlatformSettings } from '../../../platform/platform.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { decimalsOf, findCoin, formatAsset } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { openChains } from '../../chains/open-chains.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import {
  decideAssignment,
  proposeAssignment,
  type AssignmentDecision,
  type AssignmentOutcome,
  type WantedAssignment,
} from './assign-unassigned.ts';
import { listUnassigned, type ShownDecision, type UnassignedFilter } from './list-unassigned.ts';
import { returnCoins } from './return-unassigned.ts';
import {
  parsePlace,
  UnassignedRefused,
  unassignedSorts,
  unassignedStates,
  type OutputKey,
} from './unassigned.rules.ts';

type Input = Parameters<Command['run']>[1];
type Values = Input['values'];
type MerchantPlatform = Platform<PlatformSettings & MerchantSettings>;

const pageSize = 1000;

async function printUnassigned(
  platform: MerchantPlatform,
  { values }: Input,
  print: (line: string) => void,
): Promise<void> {
  const filter = readFilter(values);
  const { items, next } = await listUnassigned(platform, filter, pageSize);
  if (items.length === 0) {
    const { after, coin, leastMinor, state = 'open' } = filter;
    const isAll = state === 'open' && coin === undefined && leastMinor === undefined && after === undefined;
    print(isAll ? 'There are no unassigned coins.' : 'There are no such coins.');
  }
  for (const coins of items) {
    const tag = coins.coin === 'XRP' ? `:${coins.destinationTag ?? ''}` : '';
    const spent = coins.spentBy === null ? '' : `  spent by ${coins.spentBy}`;
    const decision = coins.decision === undefined ? '' : `  ${describeDecision(coins.decision)}`;
    print(
      `${coins.firstSeenAt.toISOString()}  ${formatAsset(coins.coin, coins.amountMinor)} ${coins.coin}  ` +
        `to ${coins.address}${tag}  ${coins.transactionId}:${coins.outputIndex}  ${coins.status}${spent}${decision}`,
    );
  }
  if (next !== undefined) print(`More follow: praca chain unassigned … --after ${next}`);
}

function describeDecision({
  id,
  kind,
  status,
  subjectId,
  payoutId,
  proposedBy,
  decidedBy,
}: ShownDecision): string {
  if (kind === 'return') return `${status === 'done' ? 'returned' : 'to be returned'} by payout ${payoutId}`;
  const to = `${kind === 'payment' ? 'payment' : 'deposit address'} ${subjectId}`;
  return status === 'done'
    ? `assigned to ${to} by ${proposedBy} and ${decidedBy}`
    : `assignment ${id} to ${to}, proposed by ${proposedBy}`;
}

/** Returns the option's value if it is one of the words; undefined without the option. */
function readWord<Word extends string>(
  values: Values,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (!word) throw new CommandError(`--${name} is ${words.join(' or ')}.`);
  return word;
}

function readFilter(values: Values): UnassignedFilter {
  const { coin: code, least, after } = values;
  const coin = typeof code === 'string' ? findCoin(code.toUpperCase()) : undefined;
  if (code !== undefined && !coin) throw new CommandError('--coin names a coin, such as XRP.');
  if (typeof after === 'string' && !parsePlace(after))
    throw new CommandError('--after expects the last line of the previous page.');
  return {
    state: readWord(values, 'state', unassignedStates),
    sort: readWord(values, 'sort', unassignedSorts),
    coin,
    leastMinor: readLeast(least, coin),
    after: typeof after === 'string' ? after : undefined,
  };
}

function readLeast(text: Values[string], coin: UnassignedFilter['coin']): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  if (!coin) throw new CommandError('--least is an amount of a coin: add --coin.');
  const parsed = parseAmount(text, decimalsOf(coin));
  if ('error' in parsed) throw new CommandError('--least is an amount, such as 12.5.');
  return parsed.minor;
}

function readOutput([code = '', output = '']: readonly string[]): OutputKey {
  const coin = findCoin(code.toUpperCase());
  const [, transactionId, index] = /^(\w{1,100}):(\d{1,9})$/.exec(output) ?? [];
  if (!coin || transactionId === undefined)
    throw new CommandError('Give the coin, and the output as the list shows it: <transaction:index>.');
  return { coin, transactionId, outputIndex: Number(index) };
}

function readTarget({ payment, psp, customer }: Values): WantedAssignment['to'] {
  const toPayment = typeof payment === 'string';
  if (toPayment === (psp !== undefined || customer !== undefined))
    throw new CommandError(
      'Give the target of the coins: --payment <id>, or --psp <number> --customer <reference>.',
    );
  if (toPayment) return { paymentId: payment };
  const pspId = readPspId(psp);
  if (typeof customer !== 'string') throw new CommandError('Name the customer: --customer <reference>.');
  return { pspId, customerReference: customer };
}

/** Turns a refusal into a message on the terminal. */
async function orRefuse<T>(running: Promise<T>): Promise<T> {
  try {
    return await running;
  } catch (error) {
    const isRefusal = error instanceof UnassignedRefused || error instanceof ProblemError;
    throw isRefusal ? new CommandError(error.message) : error;
  }
}

const refusals: Record<Exclude<AssignmentOutcome, 'done' | 'already'>, string> = {
  unknown: 'There is no such assignment.',
  own_proposal: 'You proposed it yourself: another person must decide.',
  decided: 'That was decided already.',
};

const decide = (
  decision: AssignmentDecision['decision'],
  summary: string,
  done: string,
): Command<MerchantSettings> => ({
  name: `assignment ${decision}`,
  summary,
  usage: '<assignment> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { values, positionals: [id = ''] }, print) {
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const outcome = await orRefuse(decideAssignment(platform, { id, decision, by }));
    if (outcome !== 'done' && outcome !== 'already') throw new CommandError(refusals[outcome]);
    print(`Assignment ${id} is ${done}${outcome === 'already' ? ' already' : ''}.`);
  },
});

export const unassignedCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'chain unassigned',
    summary: 'Lists unassigned coins: those for no payment and no deposit, such as XRP without a known tag.',
    usage:
      '[--coin code] [--least amount] [--sort newest|largest] [--state open|assigned|returned] [--after place]',
    options: {
      coin: { type: 'string' },
      least: { type: 'string' },
      sort: { type: 'string' },
      state: { type: 'string' },
      after: { type: 'string' },
    },
    positionals: 0,
    run: printUnassigned,
  },
  {
    name: 'chain assign',
    summary: 'Proposes to assign unassigned coins to a payment or as a deposit. Another person approves it.',
    usage:
      '<coin> <transaction:index> (--payment <id> | --psp <number> --customer <reference>) --by <e-mail>',
    options: {
      payment: { type: 'string' },
      psp: { type: 'string' },
      customer: { type: 'string' },
      ...byOption,
    },
    positionals: 2,
    async run(platform, { values, positionals }, print) {
      const wanted = { ...readOutput(positionals), to: readTarget(values) };
      const by = (await readStaff(platform, values, moneyRoles)).email;
      const id = await orRefuse(proposeAssignment(platform, { ...wanted, by }));
      print(`Proposed: ${id}`);
      print(`Nothing is booked until another person runs: praca assignment approve ${id} --by <e-mail>`);
    },
  },
  decide('approve', 'Approves an assignment that another person has proposed.', 'approved'),
  decide('reject', 'Rejects a proposed assignment, or withdraws your own.', 'rejected'),
  {
    name: 'chain return',
    summary: 'Sends unassigned XRP back to its sender, less the network’s fee, once another person approves.',
    usage: '<coin> <transaction:index> --by <e-mail>',
    options: byOption,
    positionals: 2,
    async run(platform, { values, positionals }, print) {
      const output = readOutput(positionals);
      const by = (await readStaff(platform, values, moneyRoles)).email;
      const chains = await openChains(platform, platform.settings);
      const context = { ...platform, chains };
      const { payoutId, to, sentMinor, feeMinor } = await orRefuse(returnCoins(context, { ...output, by }));
      const { coin } = output;
      const tag = to.destinationTag === null ? '' : ` with tag ${to.destinationTag}`;
      print(`${formatAsset(coin, sentMinor)} ${coin} go back to ${to.address}${tag}`);
      print(`network fee ${formatAsset(coin, feeMinor)} ${coin}`);
      print(`Nothing is sent until another person says: praca payout approve ${payoutId} --by <e-mail>`);
    },
  },
];
