/** Sends a POST request as the sandbox's PSP and returns the answer. */
export interface MerchantCall {
  <T>(path: string, body: object): Promise<T>;
}

export async function merchantAuthorization(url: string): Promise<string> {
  const answer = await fetch(`${url}/merchant/oauth/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('sandbox-psp:sandbox-secret')}` },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return `Bearer ${token}`;
}

export async function openMerchantClient(url: string): Promise<MerchantCall> {
  const authorization = await merchantAuthorization(url);
  return async (path, body) => {
    const given = await fetch(`${url}/merchant${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!given.ok) throw new Error(`${path} answered ${given.status}: ${await given.text()}`);
    // The caller states the answer's type by `T`; it is not checked.
    return (await given.json()) as never;
  };
}

export const benchCustomer = {
  customer_reference_id: 'customer-42',
  customer_first_name: 'Ana',
  customer_last_name: 'Sousa',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

export const paymentRequest = {
  currency_code: 'EUR',
  payment_amount: '25.00',
  payment_reference: 'invoice-1',
  merchant_name: 'Livraria da Praça',
  payment_description: 'Two books',
  success_return_url: 'https://shop.example/thanks',
  failure_return_url: 'https://shop.example/again',
  customer_details: benchCustomer,
};
