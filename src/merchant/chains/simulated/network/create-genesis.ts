import type { Clock } from '../../../../platform/clock.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Sql, Tx } from '../../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { coins, type CoinCode } from '../../../assets/asset.rules.ts';
import type { Address } from '../../chain.ts';
import { insertAddress, isAssigned } from '../../receipts/address.store.ts';
import { newHash } from '../hashes.ts';
import { simulatedCoins } from '../simulated-coin.rules.ts';
import { payingBranch, payingIndex } from '../../addresses/paying-account.ts';
import { getPayingAddress } from '../wallet/paying-address.ts';
import type { SandboxWallet } from '../wallet/sandbox-wallet.ts';
import { keptBlocks } from './mine-blocks.ts';
import { appendBlocks, findTip, insertChain } from './simulated-chain.store.ts';
import { insertTransaction } from './simulated-transaction.store.ts';

/**
 * Height of the first block, which is empty. The second block contains the wallet's endowment, so that a reader that
 * starts at the first block sees it arrive.
 */
export const firstHeight = 0;

interface GenesisContext {
  readonly sql: Sql;
  readonly clock: Clock;
}

/** Creates the chain once per database, even if several processes start at the same time. */
export async function createGenesis(
  context: GenesisContext,
  coin: CoinCode,
  wallet: SandboxWallet,
): Promise<void> {
  if (await findTip(context.sql, coin)) return;
  await transaction(context.sql, async (tx) => {
    const [first, second] = [newHash(coin), newHash(coin)];
    const tip = { coin, height: firstHeight + 1, hash: second };
    if (!(await insertChain(tx, tip))) return;
    const now = context.clock.now();
    const blocks = [
      { height: firstHeight, hash: first, parentHash: '0'.repeat(64) },
      { height: firstHeight + 1, hash: second, parentHash: first },
    ];
    await appendBlocks(tx, coin, blocks, now, keptBlocks);
    await refuseWatchedWallet(tx, coin, wallet);
    await endow(tx, coin, await assignFundsAddress(tx, coin, wallet, now), now);
  });
}

/**
 * Refuses a wallet whose address is already watched, because an operator used its published recovery phrase with a real
 * node.
 */
export async function refuseWatchedWallet(sql: Tag, coin: CoinCode, wallet: SandboxWallet): Promise<void> {
  const { address, destination } = getPayingAddress(wallet);
  if (!(await isAssigned(sql, coin, destination))) return;
  throw new StartError(
    `This database watches ${address} for a node of ${coin}, but the simulated chain's wallet has the same address. Set ${coin}_NODE again, or use another database.`,
  );
}

/** The wallet's address has to be watched before any reader sees the block. */
async function assignFundsAddress(
  tx: Tx,
  coin: CoinCode,
  wallet: SandboxWallet,
  now: Date,
): Promise<Address> {
  const address = getPayingAddress(wallet);
  const place = { account: 0, branch: payingBranch, index: payingIndex };
  const subjectId = newId(now.getTime());
  insertAddress(tx, { coin, ...address, ...place, purpose: 'funds', subjectId, createdAt: now });
  return address;
}

async function endow(tx: Tx, coin: CoinCode, to: Address, now: Date): Promise<void> {
  const { outputs, wholeCoins } = simulatedCoins[coin].endowment;
  const amountMinor = wholeCoins * 10n ** BigInt(coins[coin].decimals);
  await insertTransaction(
    tx,
    coin,
    {
      id: newHash(coin),
      spends: [`${newHash(coin)}:0`],
      outputs: Array.from({ length: outputs }, () => ({ ...to, amountMinor })),
      feeMinor: 0n,
      size: 1n,
      sequence: null,
      lastHeight: null,
    },
    now,
    firstHeight + 1,
  );
}
