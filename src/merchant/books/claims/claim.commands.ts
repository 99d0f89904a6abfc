import type { Command } from '../../../platform/command.ts';
import { formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { readLosses, type LossRow } from './read-losses.ts';

export const claimCommands: readonly Command[] = [
  {
    name: 'losses list',
    summary:
      'Shows coins that chains took back after they were spent: losses and debts by PSP, and each open claim.',
    positionals: 0,
    async run({ sql }, _input, print) {
      const { rows, sums, claims } = await readLosses(sql);
      if (rows.length === 0) return print('Nothing was lost, and no PSP owes anything.');
      for (const row of rows) print(describe(nameOf(row), row));
      for (const sum of sums) print(describe('All', sum));
      for (const { psp_id, asset, reference, claimed, open, claimed_at } of claims) {
        const of = `${formatAsset(asset, open)} of ${formatAsset(asset, claimed)} ${asset}`;
        print(`Claim on PSP ${psp_id}  ${of} open  ${reference}  since ${claimed_at.toISOString()}`);
      }
    },
  },
];

const nameOf = ({ psp_id, name }: LossRow): string => (psp_id === null ? 'No PSP' : `PSP ${psp_id} ${name}`);

const describe = (
  of: string,
  { asset, lost, owed }: { asset: AssetCode; lost: bigint; owed: bigint },
): string => `${of}  lost ${formatAsset(asset, lost)} ${asset}  owed ${formatAsset(asset, owed)} ${asset}`;
