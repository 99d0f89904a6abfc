import type { Platform } from '../../../platform/platform.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { Chains } from '../offered-chains.ts';
import { listChainIdentities } from './chain-state.store.ts';

/** What was read of one network, or for the addresses of one account, must never be continued with another. */
export async function refuseOtherChains(platform: Pick<Platform, 'sql'>, chains: Chains): Promise<void> {
  for (const { coin, network, account } of await listChainIdentities(platform.sql)) {
    const chain = chains.find(coin);
    if (!chain) continue;
    if (chain.network !== network) {
      throw new StartError(
        `This database has read ${coin} from "${network}", and the settings now name "${chain.network}". Use another database.`,
      );
    }
    if (chain.addresses.account !== account) {
      throw new StartError(
        `This database belongs to another ${coin} account than the settings name. Use another database.`,
      );
    }
  }
}
