import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isValidClassicAddress } from 'ripple-address-codec';
import { WebSocketServer } from 'ws';
import type { ClosedLedger, StandInLedger } from './stand-in-ledger.ts';
import {
  baseFee,
  fieldsOf,
  networkId,
  reserveBase,
  reserveIncrement,
  type Json,
} from './transaction-engine.ts';

/** Behaviour of the server that a test can set, and the number of requests per command. */
export interface Play {
  /** Returns the answer to send instead of the real one. If it returns undefined, no answer is sent. */
  lie: (command: string, answer: Json) => Json | undefined;
  lag: number;
  firstLedger: number;
  openFee: bigint;
  readonly asked: Map<string, number>;
}

const depositAuth = 0x0100_0000;
const feeSettingsIndex = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';

/** Answers the commands of rippled's API version 2 that Praça uses. */
function answer(ledger: StandInLedger, play: Play, command: string, params: Json): Json {
  const newest = ledger.find(ledger.newest.ledger_index - play.lag) ?? ledger.newest;
  switch (command) {
    case 'server_info':
      return { info: describeServer(newest, play) };
    case 'fee':
      return {
        drops: {
          base_fee: String(baseFee),
          median_fee: '5000',
          minimum_fee: String(baseFee),
          open_ledger_fee: String(play.openFee),
        },
      };
    case 'ledger': {
      const index = Number(params['ledger_index']);
      const found = index < play.firstLedger || index > newest.ledger_index ? undefined : ledger.find(index);
      return found ? describeLedger(found) : { error: 'lgrNotFound', error_message: 'ledgerNotFound' };
    }
    case 'ledger_entry':
      if (params['index'] !== feeSettingsIndex) return { error: 'entryNotFound' };
      return {
        node: {
          LedgerEntryType: 'FeeSettings',
          BaseFeeDrops: String(baseFee),
          ReserveBaseDrops: String(reserveBase),
          ReserveIncrementDrops: String(reserveIncrement),
          index: feeSettingsIndex,
        },
        ledger_index: newest.ledger_index,
        validated: true,
      };
    case 'account_info': {
      const name = String(params['account']);
      if (!isValidClassicAddress(name)) return { error: 'actMalformed' };
      const root = ledger.engine.accounts.get(name);
      if (!root) return { error: 'actNotFound', error_message: 'accountNotFound', account: name };
      if (params['ledger_index'] === 'current') {
        const fields = { ...fieldsOf(name, root), Sequence: root.sequence + ledger.countWaiting(name) };
        return { account_data: fields, ledger_current_index: ledger.next, validated: false };
      }
      return {
        account_data: { ...fieldsOf(name, root), LedgerEntryType: 'AccountRoot' },
        ledger_index: newest.ledger_index,
        validated: true,
      };
    }
    case 'account_tx': {
      const name = params['account'];
      const from = Math.max(Number(params['ledger_index_min']), play.firstLedger);
      const transactions = [];
      for (let index = newest.ledger_index; index >= from; index--) {
        for (const { id, tx, meta } of ledger.find(index)?.transactions ?? []) {
          if (tx.Account !== name && tx.Destination !== name) continue;
          transactions.push({ tx_json: tx, meta, hash: id, ledger_index: index, validated: true });
        }
      }
      return { account: name, transactions, validated: true };
    }
    case 'tx': {
      const found = ledger.findTransaction(String(params['transaction']));
      if (!found) return { error: 'txnNotFound' };
      const { tx, meta } = found;
      return {
        tx_json: tx,
        meta,
        hash: params['transaction'],
        ledger_index: found.ledger.ledger_index,
        validated: true,
      };
    }
    case 'deposit_authorized': {
      const root = ledger.engine.accounts.get(params['destination_account']);
      if (!root) return { error: 'dstActNotFound' };
      return { deposit_authorized: (root.flags & depositAuth) === 0, validated: true };
    }
    case 'submit':
      return submit(ledger, String(params['tx_blob']));
    default:
      return { error: 'unknownCmd' };
  }
}

function describeServer({ ledger_index: seq, ledger_hash: hash }: ClosedLedger, play: Play): Json {
  return {
    build_version: '3.1.0',
    complete_ledgers: seq < play.firstLedger ? 'empty' : `${play.firstLedger}-${seq}`,
    load_factor: 1,
    network_id: networkId,
    peers: 10,
    server_state: 'full',
    validated_ledger: { age: 1, base_fee_xrp: 0.00001, hash, reserve_base_xrp: 1, reserve_inc_xrp: 0.2, seq },
  };
}

function describeLedger({
  header,
  ledger_hash: hash,
  ledger_index: index,
  transactions,
}: ClosedLedger): Json {
  return {
    ledger: {
      ...header,
      closed: true,
      ledger_hash: hash,
      transactions: transactions.map(({ id, tx, meta }) => ({
        tx_json: tx,
        meta,
        hash: id,
        ledger_hash: hash,
        ledger_index: index,
        validated: true,
      })),
    },
    ledger_hash: hash,
    ledger_index: index,
    validated: true,
  };
}

function submit(ledger: StandInLedger, blob: string): Json {
  const submitted = ledger.submit(blob);
  if (!submitted)
    return { error: 'invalidTransaction', error_exception: 'fails local checks: Invalid signature.' };
  const { result, tx, id } = submitted;
  return {
    engine_result: result,
    engine_result_code: result === 'tesSUCCESS' ? 0 : -1,
    engine_result_message: `${result} of the stand-in.`,
    tx_blob: blob,
    tx_json: { ...tx, hash: id },
  };
}

export interface RunningServer {
  readonly port: number;
  /** Cuts all connections and stops listening. */
  stop(): Promise<void>;
}

/** Serves real WebSocket and JSON-RPC on one port. */
export async function listen(ledger: StandInLedger, play: Play, port: number): Promise<RunningServer> {
  const handle = (command: string, params: Json): Json | undefined => {
    play.asked.set(command, (play.asked.get(command) ?? 0) + 1);
    return play.lie(command, answer(ledger, play, command, params));
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, params = [{}] } = JSON.parse(Buffer.concat(chunks).toString()) as Json;
      const result = handle(method, params[0]);
      if (!result) return;
      const status = result['error'] === undefined ? 'success' : 'error';
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ result: { ...result, status } }));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { id, command, ...params } = JSON.parse(data.toString()) as Json;
      const result = handle(command, params);
      if (!result) return;
      const reply =
        result['error'] === undefined
          ? { id, status: 'success', type: 'response', result }
          : { id, status: 'error', type: 'response', ...result };
      // A test can replace the whole reply, including its id.
      socket.send(JSON.stringify(result['whole'] ?? reply));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
