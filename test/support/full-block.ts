/** A block as a node returns it with verbosity 2, including fields that Praça ignores. */
interface FullBlock {
  readonly json: string;
  readonly transactionIds: readonly string[];
  readonly amountMinor: bigint;
}

const digits = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/** Two inputs and two outputs per transaction. All amounts differ, and some have no short form as a double. */
export function writeFullBlock(height: number, hash: string, transactions: number): FullBlock {
  const transactionIds: string[] = [];
  let amountMinor = 0n;
  const texts = Array.from({ length: transactions }, (_, index) => {
    const id = digits(height, 8) + digits(index, 56);
    transactionIds.push(id);
    const spent = [0, 1].map(
      (vout) =>
        `{"txid":"${digits(index + 1, 64)}","vout":${vout},"scriptSig":{"asm":"","hex":""},"txinwitness":["${'30'.repeat(71)}","${'02'.repeat(33)}"],"sequence":4294967293}`,
    );
    const outputs = [0, 1].map((n) => {
      const minor = 4_500_000_000_000_001n + BigInt(index * 2 + n);
      amountMinor += minor;
      const value = `${minor / 100_000_000n}.${String(minor % 100_000_000n).padStart(8, '0')}`;
      const script = `0014${digits(index * 2 + n, 40)}`;
      return `{"value":${value},"n":${n},"scriptPubKey":{"asm":"0 ${script.slice(4)}","desc":"addr(bcrt1q${script.slice(8)})#00000000","hex":"${script}","address":"bcrt1q${script.slice(8)}","type":"witness_v0_keyhash"}}`;
    });
    return `{"txid":"${id}","hash":"${id}","version":2,"size":371,"vsize":209,"weight":833,"locktime":0,"vin":[${spent.join(',')}],"vout":[${outputs.join(',')}],"fee":0.00002090,"hex":"${'00'.repeat(371)}"}`;
  });
  const json = `{"hash":"${hash}","confirmations":1,"height":${height},"version":536870912,"merkleroot":"${hash}","time":1760000000,"nTx":${transactions},"previousblockhash":"${'0'.repeat(64)}","size":${371 * transactions},"tx":[${texts.join(',')}]}`;
  return { json, transactionIds, amountMinor };
}
