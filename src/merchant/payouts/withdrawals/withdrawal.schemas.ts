import { Metadata } from '../../customers/metadata/metadata.schemas.ts';
import { ShownHold } from '../../orders/order.schemas.ts';
import { CustomerDetails } from '../../customers/customer.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const example = {
  conversion_token: 'AaHdZIZXccSxY3d34bpnEFxNu0Qm2v0B3mJ0wq7yq6b1Zk1b4b8cQm9S0nXb2uVh',
  customer_wallet_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  customer_details: {
    customer_reference_id: 'customer-42',
    customer_first_name: 'Ana',
    customer_last_name: 'Sousa',
    customer_email_address: 'ana@example.com',
    customer_ip_address: '203.0.113.7',
  },
};

export const WithdrawalRequest = Type.Object(
  {
    withdrawalData: Type.Object({
      conversion_token: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Token from POST /conversions with transaction_type WITHDRAW',
      }),
      customer_wallet_address: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'An address of the quote’s coin and of this network',
      }),
      destination_tag: Type.Optional(
        Type.Union([Type.String({ maxLength: 20 }), Type.Integer({ minimum: 0 }), Type.Null()], {
          description:
            'An integer below 4294967296, for XRP only. For coins without tags, an empty text counts as none',
        }),
      ),
      customer_details: CustomerDetails,
      metadata: Type.Optional(Metadata),
    }),
  },
  {
    examples: [
      { withdrawalData: example },
      {
        withdrawalData: {
          ...example,
          customer_wallet_address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
          destination_tag: '12345',
        },
      },
    ],
  },
);

export const WithdrawalResponse = Type.Object(
  {
    order_id: Type.String(),
    order_type: Type.String(),
    order_status: Type.String({
      description:
        'PROCESSING until the transaction has its confirmations; CREATED while it waits for approval',
    }),
    order_hold: ShownHold,
    network_fee: Type.Union([Type.String(), Type.Null()], {
      description: 'Euros, an estimate; null where the provider pays it',
    }),
  },
  {
    examples: [
      {
        order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
        order_type: 'WITHDRAW',
        order_status: 'PROCESSING',
        order_hold: null,
        network_fee: '1.34',
      },
    ],
  },
);
