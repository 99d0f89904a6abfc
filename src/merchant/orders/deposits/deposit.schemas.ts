import { coinCodes } from '../../assets/asset.rules.ts';
import { CustomerDetails } from '../../customers/customer.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

export const DepositAddressParameters = Type.Object({
  cryptocurrencyCode: Type.String({ description: coinCodes.join(', ') }),
});

/** The API contract omits the IP address here: the customer is not present when coins arrive. */
const DepositingCustomer = Type.Object({
  ...CustomerDetails.properties,
  customer_ip_address: Type.Optional(CustomerDetails.properties.customer_ip_address),
});

export const DepositAddressRequest = Type.Object(
  {
    cryptocurrency_code: Type.Optional(
      Type.String({ maxLength: 20, description: 'The same as in the path' }),
    ),
    customer_details: DepositingCustomer,
  },
  {
    examples: [
      {
        cryptocurrency_code: 'BTC',
        customer_details: {
          customer_reference_id: 'customer-42',
          customer_first_name: 'Ana',
          customer_last_name: 'Sousa',
          customer_email_address: 'ana@example.com',
        },
      },
    ],
  },
);

export const DepositAddressResponse = Type.Object(
  {
    customer_deposit_wallet_address_id: Type.String(),
    customer_deposit_wallet_address: Type.String(),
    destination_tag: Type.Optional(
      Type.String({ description: 'Only for coins with tags: the sender must give it' }),
    ),
    cryptocurrency_code: Type.String(),
  },
  {
    examples: [
      {
        customer_deposit_wallet_address_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
        customer_deposit_wallet_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
        cryptocurrency_code: 'BTC',
      },
      {
        customer_deposit_wallet_address_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f61',
        customer_deposit_wallet_address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
        destination_tag: '12345',
        cryptocurrency_code: 'XRP',
      },
    ],
  },
);
