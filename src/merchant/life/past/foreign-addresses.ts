import { encodeAccountID } from 'ripple-address-codec';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { createAddressBook } from '../../chains/addresses/create-address-book.ts';
import type { Address, AddressBook } from '../../chains/chain.ts';
import { sandboxAccounts, sandboxNetwork } from '../../chains/simulated/wallet/sandbox-wallet.ts';
import type { Random } from '../people/random.rules.ts';

/** Whose account stands for the customers' wallets: that of another coin, so that no address is ever the sandbox's own. */
const lender: Record<Exclude<CoinCode, 'XRP'>, CoinCode> = { BTC: 'BCH', LTC: 'ETH', BCH: 'BTC', ETH: 'BTC' };

/** Gives addresses of made-up customers, one after the other. */
export function createForeignAddresses(random: Random): (coin: CoinCode) => Address {
  const books = new Map<CoinCode, AddressBook>();
  const used = new Map<CoinCode, number>();
  return (coin) => {
    if (coin === 'XRP') {
      const address = encodeAccountID(Buffer.from(random.hex(20), 'hex'));
      return { address, destinationTag: null, destination: `${address}:` };
    }
    const book =
      books.get(coin) ??
      createAddressBook(coin, sandboxNetwork, sandboxAccounts[lender[coin]].extendedPublicKey);
    books.set(coin, book);
    const index = used.get(coin) ?? 0;
    used.set(coin, index + 1);
    return book.derive(0, index);
  };
}
