import {
  choice,
  flag,
  integer,
  list,
  madeSecret,
  SettingFault,
  text,
  url,
  type SettingDefinition,
} from '../platform/settings.ts';
import { parseAmount } from '../platform/money.ts';
import { euroDecimals } from './assets/asset.rules.ts';
import { networks, type Network, type ScriptCoin } from './chains/addresses/networks.ts';
import { readNetworkId } from './chains/xrp/xrp-network.rules.ts';
import { parseConfirmations } from './chains/confirmation.rules.ts';
import { parseBounds } from './market/conversions/conversion.rules.ts';
import { parseMinutes } from './payments/promised-price.rules.ts';
import { parseBumpBlocks } from './payouts/batches/bump-height.rules.ts';

interface CoinListForm {
  /** Value of each coin as shown in the table of settings; `takes` names it in error messages. */
  readonly each: string;
  readonly takes: string;
  /** Returns the end of an error sentence if the list is wrong. */
  parse(items: readonly string[]): object | string;
}

/** Defines a comma list such as BTC=120,BCH=60,… that names every coin. */
function coinList(
  form: CoinListForm,
  standard: readonly string[],
  description: string,
): SettingDefinition<readonly string[]> {
  const definition = list({ default: standard, description });
  return {
    ...definition,
    kind: `comma list of COIN=${form.each}, every coin`,
    parse(given) {
      const items = definition.parse(given);
      const parsed = form.parse(items);
      if (typeof parsed === 'string')
        throw new SettingFault(`${parsed}; it takes ${form.takes} for every coin`);
      return items;
    },
  };
}

const amounts: CoinListForm = { each: 'amount', takes: 'an amount', parse: parseBounds };
const confirmations: CoinListForm = {
  each: 'small/medium/large',
  takes: 'three numbers',
  parse: parseConfirmations,
};
const minutes: CoinListForm = { each: 'minutes', takes: 'minutes', parse: parseMinutes };
const blocks: CoinListForm = { each: 'blocks', takes: 'a number', parse: parseBumpBlocks };

/** Defines an amount such as 0.50. */
function euros(standard: string, description: string): SettingDefinition<string> {
  const definition = text({ default: standard, description });
  return {
    ...definition,
    kind: 'euros, such as 0.50',
    parse(given) {
      const parsed = parseAmount(given, euroDecimals);
      if ('error' in parsed || parsed.minor === 0n) throw new SettingFault('takes euros, such as 0.50');
      return given;
    },
  };
}

function xrpNetwork(
  standard: { sandbox: string; production: string },
  description: string,
): SettingDefinition<string> {
  const definition = text({ default: standard, description });
  return {
    ...definition,
    kind: 'main, test, dev or an id',
    parse(given) {
      if (readNetworkId(given) === undefined)
        throw new SettingFault('takes main, test, dev or a network’s id');
      return given;
    },
  };
}

type NodeSettings<C extends ScriptCoin> = Record<`${C}_NODE` | `${C}_XPUB`, SettingDefinition<string>> &
  Record<`${C}_NETWORK`, SettingDefinition<Network>>;

function bitcoinNode<C extends ScriptCoin>(coin: C, program: string): NodeSettings<C> {
  return {
    [`${coin}_NODE`]: url({
      protocols: ['http:', 'https:'],
      default: '',
      description: `Node for ${coin}: the RPC URL of ${program}, http://user:password@host:port.`,
      secret: true,
    }),
    [`${coin}_NETWORK`]: choice(networks, {
      default: { sandbox: 'regtest', production: 'main' },
      description: `The network of ${coin}_NODE.`,
    }),
    [`${coin}_XPUB`]: text({
      default: '',
      description: `Extended public key of the account that receives ${coin}. Required with ${coin}_NODE.`,
      secret: true,
    }),
  } as NodeSettings<C>;
}

/** Published on purpose, like the sandbox's other secrets: it encrypts keys of test coins only. */
const sandboxWalletKey = 'c2FuZGJveC13YWxsZXQtc2FuZGJveC13YWxsZXQtMDE=';

export const merchantSettings = {
  SANDBOX_PSP: flag({
    default: { sandbox: true, production: false },
    description: 'Creates PSP 1 with the public credentials sandbox-psp and sandbox-secret, and test money.',
  }),
  SANDBOX_LIFE: flag({
    default: { sandbox: true, production: false },
    description:
      'Fills a new sandbox with some weeks of sample payments, orders and webhooks of PSP 1, and adds a few simulated customers who pay now and then. Requires SANDBOX_PSP and simulated coins.',
  }),
  RATE_VENUES: list({
    of: ['simulated', 'kraken', 'bitstamp', 'coinbase', 'bitfinex', 'binance', 'bitvavo'],
    default: { sandbox: ['simulated'], production: ['kraken', 'bitstamp', 'coinbase', 'bitfinex'] },
    description: 'Markets that rates come from.',
  }),
  RATE_SPREAD_BPS: integer({
    default: 50,
    max: 2000,
    description:
      'Spread in basis points by which rates are above the asks and below the bids of the markets.',
  }),
  RATE_MIN_VENUES: integer({
    default: { sandbox: 1, production: 2 },
    min: 1,
    max: 10,
    description: 'Minimum number of markets with a usable price for a pair. With fewer there is no rate.',
  }),
  RATE_AGREEMENT_BPS: integer({
    default: 50,
    min: 1,
    max: 400,
    description:
      'A price is used only if it is within this many basis points of another market’s price on the same side. The price of a single market is used without this check.',
  }),
  RATE_JUMP_BPS: integer({
    default: 500,
    min: 1,
    max: 1_000_000,
    description:
      'A price that differs by more than this many basis points from the last price of the past minute is used only if two markets agree.',
  }),
  WEBHOOK_HTTP: flag({
    default: { sandbox: true, production: false },
    description: 'Allows webhook URLs without TLS.',
  }),
  WEBHOOK_PRIVATE_ADDRESSES: flag({
    default: { sandbox: true, production: false },
    description: 'Allows webhooks to this machine and to private networks.',
  }),
  CONFIRMATIONS: coinList(
    confirmations,
    ['BTC=1/3/6', 'LTC=3/6/12', 'BCH=3/6/10', 'ETH=12/20/32', 'XRP=1/1/1'],
    'Number of blocks, including its own, that confirm an amount below 1 000 EUR, below 10 000 EUR, and above.',
  ),
  TRADE_MINIMUM: coinList(
    amounts,
    ['BTC=0.0001', 'BCH=0.001', 'LTC=0.01', 'ETH=0.001', 'XRP=1'],
    'Minimum amount of a conversion for each coin.',
  ),
  TRADE_MAXIMUM: coinList(
    amounts,
    ['BTC=100', 'BCH=10000', 'LTC=50000', 'ETH=5000', 'XRP=10000000'],
    'Maximum amount of a conversion for each coin.',
  ),
  PAYMENT_MINIMUM: euros('0.50', 'Minimum amount of a payment in euros.'),
  PAYMENT_MAXIMUM: euros('1000000.00', 'Maximum amount of a payment in euros.'),
  OPEN_LIMIT_PSP: euros(
    '10000000.00',
    'Limit in euros for the open quotes of one PSP together with its unpaid payments for which a coin was chosen. The console can set a lower limit for a PSP.',
  ),
  OPEN_LIMIT_COIN: euros('20000000.00', 'Like OPEN_LIMIT_PSP, for one coin across all PSPs.'),
  OPEN_LIMIT_HOUSE: euros('40000000.00', 'Like OPEN_LIMIT_PSP, for all PSPs and coins together.'),
  OPEN_LIMIT_PSP_PERCENT: integer({
    default: 25,
    min: 1,
    max: 100,
    description: 'Maximum share of OPEN_LIMIT_HOUSE for one PSP.',
  }),
  PAYMENT_BLOCK_MINUTES: coinList(
    minutes,
    ['BTC=120', 'BCH=60', 'LTC=60', 'ETH=60', 'XRP=60'],
    'Minutes after a payment’s deadline within which coins that were seen before it must be in a block to keep the promised price.',
  ),
  NETWORK_FEE_PAID_BY: choice(['merchant', 'provider'], {
    default: 'merchant',
    description:
      'Payer of the network fee of withdrawals and of refunds of paid payments: the merchant, in euros at the current rate, or the provider.',
  }),
  PAYOUT_BATCHING: list({
    of: ['BTC', 'LTC', 'BCH'],
    default: ['BTC', 'LTC', 'BCH'],
    description: 'Coins for which payouts that wait at the same time share one transaction and its fee.',
  }),
  COLLECTION_FEE_PERCENT: integer({
    default: 2,
    min: 1,
    max: 50,
    description:
      'Maximum fee in percent for moving a deposit from its deposit address to the payout account (ETH). Smaller deposits wait until the fee is low enough.',
  }),
  PAYOUT_BUMP_BLOCKS: coinList(
    blocks,
    ['BTC=6', 'LTC=12', 'BCH=6', 'ETH=15', 'XRP=0'],
    'Number of blocks after which the fee of an unconfirmed payout is raised; 0 for by hand only. An XRP payout is signed again after its last valid ledger has passed.',
  ),
  PAYOUT_FEE_LIMIT: integer({
    default: 10,
    min: 1,
    max: 1000,
    description:
      'Maximum fee rate of a payout, as a multiple of its first fee rate. Staff can exceed it by hand.',
  }),
  SCREENING_URL: url({
    protocols: ['http:', 'https:'],
    default: '',
    description:
      'URL of a screening service that decides whether coins may be credited and payouts signed. Empty for no screening.',
  }),
  SCREENING_SECRET: madeSecret('base64', {
    default: '',
    description: 'Signs requests to SCREENING_URL like webhooks: whsec_ and at least 24 bytes in base64.',
  }),
  SCREENING_TIMEOUT_SECONDS: integer({
    default: 10,
    min: 1,
    max: 60,
    description:
      'Time limit for an answer of SCREENING_URL. Without an answer the coins are held for staff, and the request is repeated.',
  }),
  SCREENING_MARKS: flag({
    default: { sandbox: true, production: false },
    description:
      'Without SCREENING_URL: simulates screening of amounts whose last six digits are 666666 (review), 777777 (deny) or 888888 (no answer at first).',
  }),
  CHECKOUT_STREAMS: integer({
    default: 2000,
    max: 100_000,
    description:
      'Number of payment pages per process that get live updates. Further pages poll every few seconds.',
  }),
  CUSTOMER_DATA_DAYS: integer({
    default: 0,
    max: 36_500,
    description:
      'Days without activity after which the data that merchants sent about a customer is erased, unless something of the customer is still open; 0 for never.',
  }),
  SIMULATED_CHAINS: flag({
    default: { sandbox: true, production: false },
    description: 'Offers every coin without a node on a simulated chain, whose coins have no value.',
  }),
  SIMULATED_BLOCK_SECONDS: integer({
    default: 5,
    max: 86_400,
    description: 'Time between two blocks of a simulated chain; 0 for blocks on request only.',
  }),
  ...bitcoinNode('BTC', 'bitcoind'),
  ...bitcoinNode('LTC', 'litecoind'),
  ...bitcoinNode('BCH', 'Bitcoin Cash Node'),
  XRP_NODE: url({
    protocols: ['ws:', 'wss:', 'http:', 'https:'],
    default: '',
    description:
      'Node for XRP: rippled or Clio, by WebSocket (ws://, wss://) or JSON-RPC (http://, https://).',
    secret: true,
  }),
  XRP_NETWORK: xrpNetwork(
    { sandbox: 'test', production: 'main' },
    'The network of XRP_NODE. The node must report the same id.',
  ),
  XRP_ADDRESS: text({
    default: '',
    description: 'Classic address (r…) of the account that receives XRP. Required with XRP_NODE.',
  }),
  ETH_NODE: url({
    protocols: ['http:', 'https:'],
    default: '',
    description:
      'Node for ETH: the JSON-RPC URL of an execution client, http://host:port or https://user:password@host/key.',
    secret: true,
  }),
  ETH_NETWORK: choice(networks, {
    default: { sandbox: 'regtest', production: 'main' },
    description:
      'The network of ETH_NODE, checked by its chain id: main (1), test (Sepolia, 11155111) or regtest (31337).',
  }),
  ETH_XPUB: text({
    default: '',
    description:
      "Extended public key of the account that receives ETH (m/44'/60'/0'). Required with ETH_NODE.",
    secret: true,
  }),
  ETH_FEE_CEILING: integer({
    default: 300,
    min: 1,
    max: 100_000,
    description: 'Maximum price per gas of a payout in gwei, regardless of the node’s estimate.',
  }),
  WALLET_KEY: madeSecret('base64', {
    default: { sandbox: sandboxWalletKey, production: '' },
    description:
      'Key that decrypts the keys for signing payouts: 32 bytes in base64 (openssl rand -base64 32). A process without it makes no payouts.',
  }),
} as const;
