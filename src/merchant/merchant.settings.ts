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
import { parseBounds } from './conversions/conversion.rules.ts';
import { parseMinutes } from './payments/promised-price.rules.ts';
import { parsePatience } from './payouts/batches/patience.rules.ts';

interface CoinListForm {
  /** What stands for each coin, as the table of settings says it, and what all of them are. */
  readonly each: string;
  readonly takes: string;
  /** The end of a sentence where it is wrong. */
  parse(items: readonly string[]): object | string;
}

/** A comma list such as BTC=120,BCH=60,… that names every coin. */
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
const blocks: CoinListForm = { each: 'blocks', takes: 'a number', parse: parsePatience };

/** An amount such as 0.50. */
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
      description: `The node that ${coin} is read from and sent through: the RPC of ${program}, http://user:password@host:port.`,
      secret: true,
    }),
    [`${coin}_NETWORK`]: choice(networks, {
      default: { sandbox: 'regtest', production: 'main' },
      description: `The network of ${coin}_NODE.`,
    }),
    [`${coin}_XPUB`]: text({
      default: '',
      description: `Extended public key of the account that takes ${coin}; needed with ${coin}_NODE.`,
      secret: true,
    }),
  } as NodeSettings<C>;
}

/** Published on purpose, like the sandbox's other secrets: it seals keys of test coins alone. */
const sandboxWalletKey = 'c2FuZGJveC13YWxsZXQtc2FuZGJveC13YWxsZXQtMDE=';

export const merchantSettings = {
  SANDBOX_PSP: flag({
    default: { sandbox: true, production: false },
    description:
      'Creates PSP 1 with the published credentials sandbox-psp and sandbox-secret, and test money.',
  }),
  SANDBOX_LIFE: flag({
    default: { sandbox: true, production: false },
    description:
      'Gives a new sandbox some weeks of made-up payments, orders and webhooks of PSP 1 behind it, and a few made-up customers who pay now and then. Only where SANDBOX_PSP is on and coins are simulated.',
  }),
  RATE_VENUES: list({
    of: ['simulated', 'kraken', 'bitstamp', 'coinbase', 'bitfinex', 'binance', 'bitvavo'],
    default: { sandbox: ['simulated'], production: ['kraken', 'bitstamp', 'coinbase', 'bitfinex'] },
    description: 'The markets that rates come from.',
  }),
  RATE_SPREAD_BPS: integer({
    default: 50,
    max: 2000,
    description: 'What rates stand above the asks and below the bids of the markets, in basis points.',
  }),
  RATE_MIN_VENUES: integer({
    default: { sandbox: 1, production: 2 },
    min: 1,
    max: 10,
    description: 'With fewer markets that give a usable price of a pair there is no rate.',
  }),
  RATE_AGREEMENT_BPS: integer({
    default: 50,
    min: 1,
    max: 400,
    description:
      'A price counts if it is within so many basis points of another market’s on the same side; one that is the only one needs none.',
  }),
  RATE_JUMP_BPS: integer({
    default: 500,
    min: 1,
    max: 1_000_000,
    description:
      'A price that moved more basis points than this against the last one of the past minute needs two markets that agree.',
  }),
  WEBHOOK_HTTP: flag({
    default: { sandbox: true, production: false },
    description: 'Takes webhook addresses without TLS.',
  }),
  WEBHOOK_PRIVATE_ADDRESSES: flag({
    default: { sandbox: true, production: false },
    description: 'Sends webhooks also to this machine and its own networks.',
  }),
  CONFIRMATIONS: coinList(
    confirmations,
    ['BTC=1/3/6', 'LTC=3/6/12', 'BCH=3/6/10', 'ETH=12/20/32', 'XRP=1/1/1'],
    'How many blocks, its own included, confirm an amount under 1 000 EUR, under 10 000 EUR, and above.',
  ),
  TRADE_MINIMUM: coinList(
    amounts,
    ['BTC=0.0001', 'BCH=0.001', 'LTC=0.01', 'ETH=0.001', 'XRP=1'],
    'The smallest amount of each coin that a conversion may have.',
  ),
  TRADE_MAXIMUM: coinList(
    amounts,
    ['BTC=100', 'BCH=10000', 'LTC=50000', 'ETH=5000', 'XRP=10000000'],
    'The largest amount of each coin that a conversion may have.',
  ),
  PAYMENT_MINIMUM: euros('0.50', 'The smallest amount of a payment, in euros.'),
  PAYMENT_MAXIMUM: euros('1000000.00', 'The largest amount of a payment, in euros.'),
  OPEN_LIMIT_PSP: euros(
    '10000000.00',
    'Euros that the open quotes and the unpaid payments with a chosen coin of one PSP may come to; the console can set less for a PSP.',
  ),
  OPEN_LIMIT_COIN: euros('20000000.00', 'The same for one coin, of all PSPs together.'),
  OPEN_LIMIT_HOUSE: euros('40000000.00', 'The same for all PSPs and coins together.'),
  OPEN_LIMIT_PSP_PERCENT: integer({
    default: 25,
    min: 1,
    max: 100,
    description: 'How much of OPEN_LIMIT_HOUSE one PSP may have at most.',
  }),
  PAYMENT_BLOCK_MINUTES: coinList(
    minutes,
    ['BTC=120', 'BCH=60', 'LTC=60', 'ETH=60', 'XRP=60'],
    'How long after a payment’s time is over coins that were seen in time may take to get into a block and keep the promised price.',
  ),
  NETWORK_FEE_PAID_BY: choice(['merchant', 'provider'], {
    default: 'merchant',
    description:
      'Who pays what the network takes for a withdrawal and for the refund of a paid payment: the merchant, in euros at the present rate, or the provider.',
  }),
  PAYOUT_BATCHING: list({
    of: ['BTC', 'LTC', 'BCH'],
    default: ['BTC', 'LTC', 'BCH'],
    description: 'The coins of which payouts that wait at the same time share a transaction, and its fee.',
  }),
  COLLECTION_FEE_PERCENT: integer({
    default: 2,
    min: 1,
    max: 50,
    description:
      'Coins that customers paid to addresses of their own are moved to the account that pays out once the fee for it is at most so many percent of them (ETH).',
  }),
  PAYOUT_BUMP_BLOCKS: coinList(
    blocks,
    ['BTC=6', 'LTC=12', 'BCH=6', 'ETH=15', 'XRP=0'],
    'After how many blocks the fee of a payout that is in none of them is raised; 0: only by hand. XRP is signed anew once its last block has passed.',
  ),
  PAYOUT_FEE_LIMIT: integer({
    default: 10,
    min: 1,
    max: 1000,
    description:
      'How many times the fee rate that a payout was first signed with is paid at most, unless a person asks for more.',
  }),
  SCREENING_URL: url({
    protocols: ['http:', 'https:'],
    default: '',
    description:
      'Where it is asked whether coins may be credited and payouts signed; empty: nobody is asked.',
  }),
  SCREENING_SECRET: madeSecret('base64', {
    default: '',
    description:
      'Signs what is posted to SCREENING_URL, as webhooks are: whsec_ and at least 24 bytes in base64.',
  }),
  SCREENING_TIMEOUT_SECONDS: integer({
    default: 10,
    min: 1,
    max: 60,
    description:
      'How long SCREENING_URL has for an answer; without one the coins are held for staff, and it is asked again.',
  }),
  SCREENING_MARKS: flag({
    default: { sandbox: true, production: false },
    description:
      'Without SCREENING_URL: screens amounts whose last six digits are 666666 (review), 777777 (deny) or 888888 (no answer at first).',
  }),
  CHECKOUT_STREAMS: integer({
    default: 2000,
    max: 100_000,
    description:
      'Payment pages that a process keeps up to date as things happen; more ask every few seconds.',
  }),
  CUSTOMER_DATA_DAYS: integer({
    default: 0,
    max: 36_500,
    description:
      'Erases what merchants said of a customer once nothing was heard of it for so many days and nothing of it is open; 0: never.',
  }),
  SIMULATED_CHAINS: flag({
    default: { sandbox: true, production: false },
    description: 'Offers every coin that has no node on a simulated chain, whose coins are worth nothing.',
  }),
  SIMULATED_BLOCK_SECONDS: integer({
    default: 5,
    max: 86_400,
    description: 'Time between two blocks of a simulated chain; 0: only those that are asked for.',
  }),
  ...bitcoinNode('BTC', 'bitcoind'),
  ...bitcoinNode('LTC', 'litecoind'),
  ...bitcoinNode('BCH', 'Bitcoin Cash Node'),
  XRP_NODE: url({
    protocols: ['ws:', 'wss:', 'http:', 'https:'],
    default: '',
    description:
      'The node that XRP is read from and sent through: rippled or Clio, by WebSocket (ws://, wss://) or JSON-RPC (http://, https://).',
    secret: true,
  }),
  XRP_NETWORK: xrpNetwork(
    { sandbox: 'test', production: 'main' },
    'The network of XRP_NODE, which has to name the same id.',
  ),
  XRP_ADDRESS: text({
    default: '',
    description: 'Classic address (r…) of the account that takes XRP; needed with XRP_NODE.',
  }),
  ETH_NODE: url({
    protocols: ['http:', 'https:'],
    default: '',
    description:
      'The node that ETH is read from and sent through: the JSON-RPC of an execution client, http://host:port or https://user:password@host/key.',
    secret: true,
  }),
  ETH_NETWORK: choice(networks, {
    default: { sandbox: 'regtest', production: 'main' },
    description:
      'The network of ETH_NODE, which is told by its chain id: main (1), test (Sepolia, 11155111) or regtest (31337).',
  }),
  ETH_XPUB: text({
    default: '',
    description: "Extended public key of the account that takes ETH (m/44'/60'/0'); needed with ETH_NODE.",
    secret: true,
  }),
  ETH_FEE_CEILING: integer({
    default: 300,
    min: 1,
    max: 100_000,
    description: 'The most that is ever offered for each gas of a payout, in gwei, whatever the node says.',
  }),
  WALLET_KEY: madeSecret('base64', {
    default: { sandbox: sandboxWalletKey, production: '' },
    description:
      'Opens the keys that sign payouts: 32 bytes in base64 (openssl rand -base64 32). A process without it pays nothing out.',
  }),
} as const;
