import type { Finding } from '../postgres/examine-database.ts';

/** Time limits in milliseconds of each step with the mail server. */
const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000, dnsTimeout: 8000 };

/** Connects to the mail server, says EHLO and signs in. Sends no mail. */
export async function examineMail(smtpUrl: string): Promise<Finding> {
  const { hostname, port, protocol, username } = new URL(smtpUrl);
  const where = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return { fine: `${where} answers${username === '' ? '' : ' and accepts the sign-in'}` };
  } catch (error) {
    return describeFault(where, error);
  } finally {
    transport.close();
  }
}

function describeFault(where: string, error: unknown): Finding {
  const { code = '', responseCode, message } = error as NodeJS.ErrnoException & { responseCode?: number };
  if (code === 'EAUTH')
    return {
      problem: `${where} refuses the user name or password (${responseCode ?? code})`,
      advice: 'set the user name and password of the mail account in SMTP_URL',
    };
  // The answer of a server may repeat what was sent, so only its code is named.
  const reason = responseCode === undefined ? message : `${code} ${responseCode}`;
  return {
    problem: `${where} cannot be used: ${reason}`,
    advice: 'check host and port of SMTP_URL, whether the mail server runs, and the firewall',
  };
}
