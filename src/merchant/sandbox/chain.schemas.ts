import { Amount } from '../market/conversions/conversion.schemas.ts';
import { Type } from '../../platform/http/type.ts';

export const ChainParameters = Type.Object({
  cryptocurrencyCode: Type.String({ description: 'BTC, BCH, LTC, ETH or XRP' }),
});

const transactionId = '9f2c1c5f0a0e4a2b8d7c6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b';
const blockHash = '51f0c6b0a7d94e6f8b3a2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f';
const address = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';

const TransactionId = Type.String({ minLength: 1, maxLength: 100 });

export const SendRequest = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 200, description: 'An address of the test network' }),
    destination_tag: Type.Optional(
      Type.Union(
        [Type.String({ maxLength: 10 }), Type.Integer({ minimum: 0, maximum: 4_294_967_295 }), Type.Null()],
        {
          description: 'a destination tag, for XRP only',
        },
      ),
    ),
    cryptocurrency_amount: Amount,
    replaces: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of a waiting transaction. The new one spends its coins instead',
      }),
    ),
    fee: Type.Optional(Amount),
  },
  { examples: [{ address, cryptocurrency_amount: '0.00043210' }] },
);

export const SendResponse = Type.Object(
  {
    blockchain_transaction_id: Type.String(),
    cryptocurrency_code: Type.String(),
    address: Type.String(),
    destination_tag: Type.Union([Type.String(), Type.Null()]),
    cryptocurrency_amount: Type.String(),
    fee: Type.String(),
  },
  {
    examples: [
      {
        blockchain_transaction_id: transactionId,
        cryptocurrency_code: 'BTC',
        address,
        destination_tag: null,
        cryptocurrency_amount: '0.00043210',
        fee: '0.00001672',
      },
    ],
  },
);

export const MineRequest = Type.Object(
  { blocks: Type.Integer({ minimum: 1, maximum: 1000, description: 'At most 1000 at a time' }) },
  { examples: [{ blocks: 6 }] },
);

const Tip = {
  cryptocurrency_code: Type.String(),
  height: Type.Integer({ description: 'Of the newest block' }),
  hash: Type.String(),
};

export const MineResponse = Type.Object(
  { ...Tip, mined: Type.Array(Type.String(), { description: 'The transactions of the first new block' }) },
  { examples: [{ cryptocurrency_code: 'BTC', height: 107, hash: blockHash, mined: [transactionId] }] },
);

const MinimumFeeRate = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000_000,
  description:
    "Minimum fee rate of a block, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: no minimum",
});

export const FeeRateRequest = Type.Object(
  { minimum_fee_rate: MinimumFeeRate },
  { examples: [{ minimum_fee_rate: 20_000 }] },
);

export const FeeRateResponse = Type.Object(
  { cryptocurrency_code: Type.String(), minimum_fee_rate: MinimumFeeRate },
  { examples: [{ cryptocurrency_code: 'BTC', minimum_fee_rate: 20_000 }] },
);

export const ReorganiseRequest = Type.Object(
  {
    depth: Type.Integer({ minimum: 1, maximum: 100, description: 'How many blocks are replaced' }),
    drop: Type.Optional(
      Type.Array(TransactionId, {
        maxItems: 1000,
        description: 'Transactions of these blocks to drop instead of letting them wait again',
      }),
    ),
  },
  { examples: [{ depth: 2 }, { depth: 2, drop: [transactionId] }] },
);

export const ReorganiseResponse = Type.Object(
  {
    ...Tip,
    returned: Type.Array(Type.String(), { description: 'Transactions that wait again' }),
    dropped: Type.Array(Type.String(), {
      description: 'Dropped transactions, and those that spent their coins',
    }),
  },
  {
    examples: [
      { cryptocurrency_code: 'BTC', height: 108, hash: blockHash, returned: [transactionId], dropped: [] },
    ],
  },
);

const Waiting = Type.Object({
  blockchain_transaction_id: Type.String(),
  fee: Type.String(),
  first_seen_at: Type.String({ description: 'RFC 3339, UTC' }),
  outputs: Type.Array(
    Type.Object({
      address: Type.String(),
      destination_tag: Type.Union([Type.String(), Type.Null()]),
      cryptocurrency_amount: Type.String(),
    }),
  ),
});

export const ChainResponse = Type.Object(
  {
    ...Tip,
    minimum_fee_rate: MinimumFeeRate,
    mempool_count: Type.Integer(),
    mempool: Type.Array(Waiting, {
      description: 'The transactions that wait, the oldest first, at most 200',
    }),
  },
  {
    examples: [
      {
        cryptocurrency_code: 'BTC',
        height: 106,
        hash: blockHash,
        minimum_fee_rate: 0,
        mempool_count: 1,
        mempool: [
          {
            blockchain_transaction_id: transactionId,
            fee: '0.00001672',
            first_seen_at: '2027-03-01T12:00:00.000Z',
            outputs: [{ address, destination_tag: null, cryptocurrency_amount: '0.00043210' }],
          },
        ],
      },
    ],
  },
);
