/** Signs in as the merchant of the sandbox and returns the cookies for its console pages. */
export async function lookAroundAsMerchant(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  const send = async (path: string, body?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { cookie },
      redirect: 'manual',
      ...(body ? { body } : {}),
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const page = await (await send('/console/sign-in')).text();
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
  await send('/console/sign-in/look-around', new URLSearchParams({ form_token: token, as: 'merchant' }));
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
