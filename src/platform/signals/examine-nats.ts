import type { Finding } from '../postgres/examine-database.ts';
import { natsOptionsOf } from './nats-link.ts';

const answerMs = 5000;

/** Connects to one NATS server with the user name and password that all servers share, and waits for an answer. */
export async function examineNats(urls: readonly string[], url: string): Promise<Finding> {
  const { host } = new URL(url);
  const { connect } = await import('@nats-io/transport-node');
  try {
    const options = { ...natsOptionsOf(urls), servers: [host], reconnect: false, timeout: answerMs };
    const connection = await connect(options);
    await connection.flush();
    await connection.close();
    return { fine: `${host} answers` };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : '';
    return {
      problem: `${host} does not answer${reason === '' ? '' : `: ${reason}`}`,
      advice: 'start the NATS server or change NATS_URL; until then PostgreSQL carries the signals',
    };
  }
}
