/**
 * A node with the rules of Bitcoin Cash (bcash: those up to May 2019) and a chain of its own, for tests. It speaks the
 * part of Bitcoin Cash Node's RPC that Praça uses, and answers where bcash differs as Bitcoin Cash Node does.
 *
 *     node node.mjs <node_modules> <directory> <port> <password>
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

const [modules = '', directory = '', port = '', password = ''] = process.argv.slice(2);
const require = createRequire(join(modules, 'index.js'));

// Without compiled parts, which were not built: the database in memory, hashes and signatures in JavaScript.
process.env['NODE_BACKEND'] = 'js';
Module.registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const url = resolved.url
      .replace(/\/bdb\/lib\/level\.js$/, '/bdb/lib/memdb.js')
      .replace(/\/mrmr\/lib\/murmur3\.js$/, '/mrmr/lib/murmur3-browser.js');
    return { ...resolved, url };
  },
});

const { regtest } = require('bcash/lib/protocol/networks');
// Those of the reference node; bcash has its own.
Object.assign(regtest.addressPrefix, { pubkeyhash: 0x6f, scripthash: 0xc4 });
Object.assign(regtest.keyPrefix, { xpubkey: 0x043587cf, xprivkey: 0x04358394 });
const FullNode = require('bcash/lib/node/fullnode');
const Address = require('bcash/lib/primitives/address');
const Block = require('bcash/lib/primitives/block');
const TX = require('bcash/lib/primitives/tx');
const Script = require('bcash/lib/script/script');
const HDPublicKey = require('bcash/lib/hd/public');
const hash160 = require('bcrypto/lib/hash160');

const node = new FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  listen: false,
  noDns: true,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  host: '127.0.0.1',
  apiKey: password,
  indexTX: true,
  indexAddress: true,
  logConsole: false,
  logFile: false,
});
const { chain, mempool, miner, rpc } = node;

/** As `RPCErrorCode` of the reference node. */
const code = { notFound: -5, undecodable: -22, missing: -25, rejected: -26, known: -27, warmingUp: -28 };
const refusal = (number, message) => Object.assign(new Error(message), { code: number, type: 'RPCError' });
const hashOf = (id) => Buffer.from(Buffer.from(id, 'hex').toReversed());
const decode = (hex) => {
  try {
    return TX.fromRaw(Buffer.from(hex, 'hex'));
  } catch {
    throw refusal(code.undecodable, 'TX decode failed');
  }
};

let loaded = false;
const add = (name, handle) => (rpc.calls[name] = handle);
const original = { ...rpc.calls };

// Taken out of Bitcoin Cash Node.
delete rpc.calls.estimatesmartfee;
add('estimatefee', async () => mempool.options.minRelay / 1e8);
add('getblock', async ([hash, verbosity = 1]) =>
  original.getblock.call(rpc, [hash, verbosity > 0, verbosity > 1], false),
);
add('getrawtransaction', async ([id, verbose]) => {
  if (!(await node.hasTX(hashOf(id))))
    throw refusal(code.notFound, 'No such mempool or blockchain transaction');
  return original.getrawtransaction.call(rpc, [id, Boolean(verbose)], false);
});
add('getmempoolentry', async ([id]) => {
  const entry = mempool.getEntry(hashOf(id));
  if (!entry) throw refusal(code.notFound, 'Transaction not in mempool');
  return { ...rpc.entryToJSON(entry), fees: { base: entry.fee / 1e8 } };
});
/** bcash answers with an id also where it has refused the transaction. */
add('sendrawtransaction', async ([hex]) => {
  const tx = decode(hex);
  if (mempool.hasEntry(tx.hash())) throw refusal(code.known, 'txn-already-in-mempool');
  if (await chain.hasCoins(tx)) throw refusal(code.known, 'transaction already in block chain');
  let missing;
  try {
    missing = await mempool.addTX(tx, -1);
  } catch (error) {
    if (error.type !== 'VerifyError') throw error;
    throw refusal(code.rejected, error.reason);
  }
  if (missing) {
    // It would be kept, as if it had come from another node, and not be looked at when it is sent again.
    mempool.removeOrphan(tx.hash());
    throw refusal(code.missing, 'bad-txns-inputs-missingorspent');
  }
  return tx.txid();
});

const waiting = () => [...mempool.map.values()].map((entry) => entry.tx);
/** bcash forgets what waits, and what the blocks held. */
add('invalidateblock', async ([hash]) => {
  const first = await chain.getEntry(hashOf(hash));
  const back = waiting();
  for (let height = chain.height; height >= first.height; height--) {
    const block = await chain.getBlock((await chain.getEntry(height)).hash);
    back.unshift(...block.txs.slice(1));
  }
  await chain.invalidate(first.hash);
  await mempool.reset();
  for (const tx of back) await mempool.addTX(tx, -1).catch(() => {});
  return null;
});
/** A miner's choice: a block with these alone, whatever waits. */
add('generateblock', async ([address, transactions]) => {
  const pool = miner.mempool;
  miner.mempool = null;
  try {
    const job = await miner.createJob(chain.tip, Address.fromString(address, 'regtest'));
    for (const hex of transactions) job.pushTX(decode(hex));
    job.sort();
    job.refresh();
    const block = await job.mineAsync();
    if (!(await chain.add(block))) throw new Error('the block was not taken');
    return { hash: block.rhash() };
  } finally {
    miner.mempool = pool;
  }
});
add('deriveaddresses', async ([key, branch, count]) => {
  const parent = HDPublicKey.fromBase58(key, 'regtest').derive(branch);
  return Array.from({ length: count }, (_, index) =>
    Address.fromPubkeyhash(hash160.digest(parent.derive(index).publicKey)).toString('regtest'),
  );
});
/** What lies at a script in the blocks. */
add('scanscripts', async ([scripts]) => {
  const addresses = scripts.map((hex) => Address.fromScript(Script.fromRaw(Buffer.from(hex, 'hex'))));
  const coins = await node.addrindex.getCoinsByAddress(addresses);
  return coins.map((coin) => ({ script: coin.script.toRaw().toString('hex'), satoshis: coin.value }));
});

for (const [name, handle] of Object.entries(rpc.calls)) {
  add(name, async (parameters, help) => {
    if (!loaded) throw refusal(code.warmingUp, 'Loading block index…');
    return handle.call(rpc, parameters, help);
  });
}

/** What other nodes have on the disk. Every block that was ever taken: which of them count follows from their work. */
const journal = join(directory, 'blocks.hex');
await node.ensure();
await node.open();
chain.synced = true;
if (existsSync(journal)) {
  for (const line of readFileSync(journal, 'utf8').split('\n')) {
    if (line !== '') await chain.add(Block.fromRaw(Buffer.from(line, 'hex')));
  }
}
chain.on('connect', (_entry, block) => appendFileSync(journal, `${block.toRaw().toString('hex')}\n`));
loaded = true;
