/**
 * A node for tests with the rules of Bitcoin Cash up to May 2019 (package bcash) and a chain of its own. It serves the
 * part of Bitcoin Cash Node's RPC that Praça uses. Where bcash answers differently, it answers as Bitcoin Cash Node
 * does.
 *
 *    node node.mjs <node_modules> <directory> <port> <password>
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

const [modules = '', directory = '', port = '', password = ''] = process.argv.slice(2);
const require = createRequire(join(modules, 'index.js'));

// Avoids bcash's native modules, which are not built: uses an in-memory database and JavaScript cryptography.
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
// The prefixes of the reference node, because bcash has its own.
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

/** Values of `RPCErrorCode` in the reference node. */
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

// Bitcoin Cash Node has removed this call.
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
/** bcash would return an id even for a refused transaction. */
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
    // Removes the orphan. bcash would keep it and ignore it when it is sent again.
    mempool.removeOrphan(tx.hash());
    throw refusal(code.missing, 'bad-txns-inputs-missingorspent');
  }
  return tx.txid();
});

const waiting = () => [...mempool.map.values()].map((entry) => entry.tx);
/** bcash drops the mempool and the transactions of removed blocks, so both are added again. */
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
/** Mines a block with these transactions only and ignores the mempool. */
add('generateblock', async ([address, transactions]) => {
  const pool = miner.mempool;
  miner.mempool = null;
  try {
    const job = await miner.createJob(chain.tip, Address.fromString(address, 'regtest'));
    for (const hex of transactions) job.pushTX(decode(hex));
    job.sort();
    job.refresh();
    const block = await job.mineAsync();
    if (!(await chain.add(block))) throw new Error('the block was not accepted');
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
/** Returns the confirmed outputs of the scripts. */
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

/** Stores every block on disk, as other nodes do. After a restart their work decides which of them count. */
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
