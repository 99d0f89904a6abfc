import { SMTPServer } from 'smtp-server';

/** A mail server that accepts all mail and stores none. */
export interface MailServer {
  readonly url: string;
  /** Keeps new connections waiting from now on. */
  hold(): void;
  release(): void;
  held(): number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  let holding = false;
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onConnect(_session, callback) {
      if (holding) waiting.push(callback);
      else callback();
    },
    onData(stream, _session, callback) {
      stream.on('end', callback);
      stream.resume();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    hold() {
      holding = true;
      waiting.length = 0;
    },
    release() {
      holding = false;
      for (const callback of waiting) callback();
    },
    held: () => waiting.length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
