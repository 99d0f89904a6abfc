import { CommandError, type Command } from '../../platform/command.ts';
import { coinCodes } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import type { Chain } from './chain.ts';
import { openChains } from './open-chains.ts';

export const nodeCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'chain check',
    summary: 'Checks the node of each coin that is on and prints its faults. Changes nothing.',
    positionals: 0,
    async run(platform, _input, print) {
      const { all } = await openChains(platform, platform.settings, 'look');
      const unbegun = platform.settings.SIMULATED_CHAINS
        ? coinCodes.filter((coin) => !all.some((chain) => chain.coin === coin))
        : [];
      for (const coin of unbegun) print(`ok     ${coin}  simulated  begins with the first start`);
      if (all.length + unbegun.length === 0) print('No coin is on: there is no node in the settings.');
      const findings = await Promise.all(all.map(checkNode));
      for (const { line } of findings) print(line);
      const wrong = findings.filter(({ fine }) => !fine).length;
      if (wrong > 0) throw new CommandError(`${wrong} of ${all.length} nodes cannot be used at the moment.`);
    },
  },
];

async function checkNode(chain: Chain): Promise<{ fine: boolean; line: string }> {
  const subject = `${chain.coin}  ${chain.network}`;
  try {
    const { height } = await chain.node.tip();
    const feeRate = await chain.node.estimateFeeRate();
    // Reading the account also verifies that it accepts this process's key.
    if (chain.payer) await chain.node.readAccount?.();
    const paying = chain.payer ? 'pays out' : 'cannot pay out: this process has no key';
    const remark = chain.node.describe ? `  ${await chain.node.describe()}` : '';
    return {
      fine: true,
      line: `ok     ${subject}  height ${height}  fee rate ${feeRate}  ${paying}${remark}`,
    };
  } catch (error) {
    return {
      fine: false,
      line: `WRONG  ${subject}  ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
