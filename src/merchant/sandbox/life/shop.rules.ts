import type { CustomerDetails } from '../../customers/customer.rules.ts';

/** Prefix of all references of the made-up shop. It distinguishes its records from those of the sandbox's user. */
export const madeUpPrefix = 'demo-';

export const shopName = 'Mercearia da Praça';

/** Path of the made-up shop's webhook receiver in this process. */
export const shopPath = '/sandbox/shop';
export const shopUrl = ({ publicUrl }: { readonly publicUrl: string }): string =>
  `${publicUrl}/merchant${shopPath}`;

const names =
  'Ana Sousa, Inês Carvalho, João Ferreira, Tiago Almeida, Beatriz Moreira, Rui Nogueira, Lena Vogel, Jonas Schäfer, ' +
  'Mia Hofmann, Felix Brandt, Emily Carter, Oliver Hughes, Grace Bennett, Noah Walsh, Camille Laurent, Hugo Marchand, ' +
  'Sofia Rossi, Luca Greco, Elena Navarro, Mateo Ortega, Freja Lindholm, Anton Berg, Zofia Nowak, Jakub Zieliński';

export const madeUpCustomers: readonly CustomerDetails[] = names.split(', ').map((name, index) => ({
  customer_reference_id: `${madeUpPrefix}customer-${String(index + 1).padStart(2, '0')}`,
  customer_first_name: name.split(' ')[0] ?? '',
  customer_last_name: name.split(' ')[1] ?? '',
  customer_email_address: `customer-${index + 1}@shop.example`,
  // From a block that is reserved for documentation (RFC 5737).
  customer_ip_address: `203.0.113.${index + 10}`,
}));

export const goods =
  'Weekly basket; Olive oil, 5 l; Wine, case of six; Cheese board; Coffee, whole bean; Bread and pastries; Market lunch for two; Gift hamper; Honey and jam; Fresh fish'.split(
    '; ',
  );
