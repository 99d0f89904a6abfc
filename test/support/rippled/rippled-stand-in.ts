import { encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, deriveKeypair, generateSeed, sign } from 'ripple-keypairs';
import { StandInLedger, type ClosedLedger } from './stand-in-ledger.ts';
import { listen, type Play, type RunningServer } from './stand-in-server.ts';
import { baseFee, marketAccount, networkId, type Json } from './transaction-engine.ts';

/** An account on the ledger, derived from a seed. */
export interface XrpWallet {
  readonly seed: string;
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export function newXrpWallet(algorithm: 'ed25519' | 'ecdsa-secp256k1' = 'ed25519'): XrpWallet {
  const seed = generateSeed({ algorithm });
  const { publicKey, privateKey } = deriveKeypair(seed);
  return { seed, address: deriveAddress(publicKey), publicKey, privateKey };
}

/**
 * Replaces rippled, which has no package here: real WebSocket and JSON-RPC, real signatures, ids and hashes, and its
 * own rules for a few kinds of transactions. It closes a ledger when a test says so.
 */
export interface RippledStandIn extends Play {
  readonly url: string;
  readonly httpUrl: string;
  readonly networkId: number;
  readonly ledger: StandInLedger;
  /** Creates or funds an account with this many drops. */
  fund(drops: bigint, wallet?: XrpWallet): XrpWallet;
  /** Signs with the account's next sequence number and submits. Returns the transaction's id. */
  send(wallet: XrpWallet, transaction: Json, signer?: XrpWallet): string;
  pay(wallet: XrpWallet, to: string, drops: bigint | string, more?: Json): string;
  close(count?: number): ClosedLedger;
  stop(): Promise<void>;
  /** Starts on the same port with the same ledgers. Pending transactions are lost. */
  start(): Promise<void>;
}

export async function startRippledStandIn(): Promise<RippledStandIn> {
  const ledger = new StandInLedger();
  ledger.engine.create(marketAccount, 10n ** 15n, 1);
  ledger.close();
  const sent = new Map<string, number>();
  let server: RunningServer | undefined;
  const play: Play = {
    lie: (_command, given) => given,
    lag: 0,
    firstLedger: ledger.newest.ledger_index,
    openFee: baseFee,
    asked: new Map(),
  };
  server = await listen(ledger, play, 0);
  const { port } = server;

  const send = (wallet: XrpWallet, transaction: Json, signer = wallet): string => {
    const inLedger = ledger.engine.accounts.get(wallet.address)?.sequence ?? 0;
    const sequence = Math.max(inLedger, sent.get(wallet.address) ?? 0);
    const fields = {
      Account: wallet.address,
      Fee: String(baseFee),
      Flags: 0,
      NetworkID: networkId,
      Sequence: sequence,
      SigningPubKey: signer.publicKey,
      ...transaction,
    };
    const signature = sign(encodeForSigning(fields), signer.privateKey);
    const submitted = ledger.submit(encode({ ...fields, TxnSignature: signature }));
    if (submitted?.result !== 'tesSUCCESS') throw new Error(`not accepted: ${submitted?.result}`);
    sent.set(wallet.address, sequence + 1);
    return submitted.id;
  };

  return Object.assign(play, {
    url: `ws://127.0.0.1:${port}`,
    httpUrl: `http://127.0.0.1:${port}`,
    networkId,
    ledger,
    fund(drops: bigint, wallet = newXrpWallet()) {
      ledger.engine.create(wallet.address, drops, ledger.next);
      return wallet;
    },
    send,
    pay: (wallet: XrpWallet, to: string, drops: bigint | string, more: Json = {}) =>
      send(wallet, { TransactionType: 'Payment', Destination: to, Amount: String(drops), ...more }),
    close(count = 1) {
      let last = ledger.newest;
      for (let index = 0; index < count; index++) last = ledger.close();
      return last;
    },
    async stop() {
      await server?.stop();
      server = undefined;
      ledger.forgetWaiting();
    },
    async start() {
      server = await listen(ledger, play, port);
    },
  });
}
