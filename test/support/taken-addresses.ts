import { assignAddress, withUnusedAddress } from '../../src/merchant/chains/receipts/assign-address.ts';
import { coinCodes } from '../../src/merchant/assets/asset.rules.ts';
import { openChains } from '../../src/merchant/chains/open-chains.ts';
import { newId } from '../../src/platform/ids.ts';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { TestApp } from './app.ts';

/** Assigns this many addresses or tags of every coin, as for customers. */
export async function takeAddresses({ platform, sql }: TestApp, ofEach = 13): Promise<string[]> {
  const context = { ...platform, chains: await openChains(platform, platform.settings) };
  const taken: string[] = [];
  for (const coin of coinCodes) {
    for (let count = 0; count < ofEach; count++) {
      const request = { coin, purpose: 'payment', subjectId: newId() } as const;
      const { destination } = await withUnusedAddress(context, (unused) =>
        sql.begin((tx) => assignAddress(tx, context, request, unused)),
      );
      taken.push(`${coin} ${destination}`);
    }
  }
  return taken;
}

/** Lists the branches with assigned addresses of the coin. */
export async function branchesOf({ sql }: Pick<TestApp, 'sql'>, coin: CoinCode): Promise<number[]> {
  const rows = await sql<{ branch: number }[]>`
    select distinct coalesce(path_branch, branch) as branch from merchant.chain_addresses where coin = ${coin}`;
  return rows.map(({ branch }) => branch);
}
