import { findPayments } from '../../src/merchant/payments/listing/list-payments.ts';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { merchantAuthorization } from '../harness/merchant-client.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

interface Prepared {
  readonly authorization: string;
}

const payments = 1_000_000;
const customers = 10_000;
/** The query of a merchant's support: the payments of one customer in one coin. */
const asked = Array.from({ length: 40 }, (_, index) => `customer ${index * 211}`);

const requests = ({ authorization }: Prepared): HttpRequest[] =>
  asked.map((customer) => ({
    path: `/merchant/payments?payment_status=PAID&cryptocurrency_code=BTC&customer_reference_id=${encodeURIComponent(customer)}`,
    headers: { authorization },
  }));

export const paymentsList = comparison<Prepared>({
  name: 'payments list',
  what: 'GET /payments by status, coin and customer among 1 000 000 payments, against a bare Fastify route with the same statement',
  budget: 0.6,
  async prepare(praca) {
    const sql = openDatabase({
      connection: praca.connection,
      poolSize: 1,
      applicationName: 'praca bench',
      statementTimeoutMs: 0,
    });
    await sql`
      insert into merchant.payments (
        id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id,
        customer_first_name, customer_last_name, customer_email_address, customer_ip_address, coin, metadata, created_at,
        updated_at, expires_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        1, case when n % 7 = 0 then 'EXPIRED' else 'PAID' end, 'order ' || n, 2500, 'Livraria da Praça', 'Two books',
        'customer ' || n % ${customers}, 'Ana', 'Sousa', 'ana@example.com', '203.0.113.7',
        (array['BTC', 'LTC', 'ETH', 'XRP', 'BCH'])[1 + n / ${customers} % 5], '{"channel": "web"}', at, at, at
      from (
        select n, now() - (${payments}::int - n) * interval '10 seconds' as at from generate_series(1, ${payments}::int) n
      ) made`;
    await sql`vacuum analyze merchant.payments`;
    await sql.end();
    return { authorization: await merchantAuthorization(praca.url) };
  },
  ours: { kind: 'praca', requests },
  ...sameStatements<Prepared>({
    requests,
    operation: (context, _prepared, index) =>
      findPayments(context, {
        pspId: 1,
        status: 'PAID',
        coin: 'BTC',
        customerReferenceId: asked[index],
        metadata: [],
        cursor: undefined,
        limit: 50,
      }),
  }),
});
