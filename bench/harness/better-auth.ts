import { createServer } from 'node:http';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';
import { argon2id } from './argon2id.ts';
import type { ServerTarget } from '../scenario.ts';

const origin = 'http://bench.example';

/** Header that browsers send and Better Auth requires. */
export const betterAuthHeaders = { origin };

/** Serves Better Auth on the PostgreSQL of the running Praça, with its own password hash or with Praça's. */
export function serveBetterAuth<Prepared>(passwords: 'its own' | 'ours'): ServerTarget<Prepared>['serve'] {
  return async ({ connection, poolSize }) => {
    const schema = passwords === 'ours' ? 'better_auth_argon2id' : 'better_auth';
    const pool = new pg.Pool({ ...connection, max: poolSize, options: `-c search_path=${schema}` });
    await pool.query(`create schema if not exists ${schema}`);
    const options = {
      database: pool,
      baseURL: origin,
      secret: 'only for measuring, and long enough',
      trustedOrigins: [origin],
      rateLimit: { enabled: false },
      logger: { level: 'error' },
      telemetry: { enabled: false },
      emailAndPassword: {
        enabled: true,
        ...(passwords === 'ours'
          ? {
              password: {
                hash: (password: string) => hash(password, argon2id),
                verify: (given: { hash: string; password: string }) => verify(given.hash, given.password),
              },
            }
          : {}),
      },
    } satisfies BetterAuthOptions;
    const { runMigrations } = await getMigrations(options);
    await runMigrations();
    const auth = betterAuth(options);
    const server = createServer((request, response) => void toNodeHandler(auth)(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
    await auth.api
      .signUpEmail({ body: { name: 'Ana Souza', email: 'ana@example.com', password: 'uma mesa na janela' } })
      .catch(() => {});
    return address.port;
  };
}
