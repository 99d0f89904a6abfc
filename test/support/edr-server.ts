/**
 * Serves EDR, the engine of Hardhat, as a node with an in-memory chain over HTTP. `ethereum-node.ts` runs it with the
 * path of the package and a port.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';

const [packagePath = '', port = '0'] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-explicit-any -- used by tests only and installed without its types
const edr: any = createRequire(packagePath)('./index.js');

/** The first account of the mnemonic that all development nodes use. */
const customerKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const customer = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const gasLimit = 60_000_000n;
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

const context = new edr.EdrContext();
await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
const hardfork = edr.PRAGUE;
const provider = await context.createProvider(
  edr.L1_CHAIN_TYPE,
  {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId: 31_337n,
    networkId: 31_337n,
    coinbase: bytes('c014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'),
    defaultTransactionGasLimit: 16_777_216n,
    hardfork,
    genesisState: [
      ...edr.l1GenesisState(edr.l1HardforkFromString(hardfork)),
      { address: bytes(customer), balance: 10n ** 24n },
    ],
    ownedAccounts: [customerKey],
    initialBaseFeePerGas: 1_000_000_000n,
    minGasPrice: 0n,
    precompileOverrides: [],
    observability: {},
    mining: {
      autoMine: false,
      blockGasLimit: gasLimit,
      memPool: { order: edr.MineOrdering.Priority },
    },
    network: { genesisBlockGasLimit: gasLimit, genesisBlockTime: BigInt(Math.floor(Date.now() / 1000)) },
  },
  { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
  { subscriptionCallback: () => {} },
  new edr.ContractDecoder(),
);

interface Call {
  readonly id: unknown;
}

async function answer(call: Call): Promise<object> {
  const { data } = await provider.handleRequest(JSON.stringify({ params: [], ...call }));
  const { result, error } = typeof data === 'string' ? JSON.parse(data) : data;
  return { jsonrpc: '2.0', id: call.id, ...(error ? { error } : { result }) };
}

async function readBody(request: IncomingMessage): Promise<Call | Call[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
}

createServer((request, response) => {
  void readBody(request)
    .then(async (given) => {
      if (!Array.isArray(given)) return answer(given);
      const answers: object[] = [];
      for (const call of given) answers.push(await answer(call));
      return answers;
    })
    .then((answers) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answers)));
}).listen(Number(port), '127.0.0.1');
