import type { CustomerDetails } from '../../customers/customer.rules.ts';
import type { Random } from './random.rules.ts';

/** What all that is made up begins with, so that it is told from what people do in their sandbox. */
export const madeUpPrefix = 'demo-';

export const shopName = 'Mercearia da Praça';

const people = [
  ['Ana', 'Sousa'],
  ['Inês', 'Carvalho'],
  ['João', 'Ferreira'],
  ['Tiago', 'Almeida'],
  ['Beatriz', 'Moreira'],
  ['Rui', 'Nogueira'],
  ['Lena', 'Vogel'],
  ['Jonas', 'Schäfer'],
  ['Mia', 'Hofmann'],
  ['Felix', 'Brandt'],
  ['Emily', 'Carter'],
  ['Oliver', 'Hughes'],
  ['Grace', 'Bennett'],
  ['Noah', 'Walsh'],
  ['Camille', 'Laurent'],
  ['Hugo', 'Marchand'],
  ['Sofia', 'Rossi'],
  ['Luca', 'Greco'],
  ['Elena', 'Navarro'],
  ['Mateo', 'Ortega'],
  ['Freja', 'Lindholm'],
  ['Anton', 'Berg'],
  ['Zofia', 'Nowak'],
  ['Jakub', 'Zieliński'],
] as const;

const goods = [
  'Weekly basket',
  'Olive oil, 5 l',
  'Wine, case of six',
  'Cheese board',
  'Coffee, whole bean',
  'Bread and pastries',
  'Market lunch for two',
  'Gift hamper',
  'Honey and jam',
  'Fresh fish',
] as const;

/** The customers of the made-up shop, always the same ones. */
export const madeUpCustomers: readonly CustomerDetails[] = people.map(([first, last], index) => ({
  customer_reference_id: `${madeUpPrefix}customer-${String(index + 1).padStart(2, '0')}`,
  customer_first_name: first,
  customer_last_name: last,
  customer_email_address: `customer-${index + 1}@shop.example`,
  // Of a block that is kept for documentation (RFC 5737).
  customer_ip_address: `203.0.113.${index + 10}`,
}));

export const pickGoods = (random: Random): string => random.pick(goods);
