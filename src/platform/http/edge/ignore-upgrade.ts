import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** As many as Node's parser keeps, names and values counted; whatever comes after them it drops without a word. */
const rawHeaderLimit = 2000;

/**
 * Answers a request to switch protocols as if it had not asked: it is given to the server once more without its Upgrade
 * header, and with all that came behind it, be it the rest of its own body or the next request.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  // A length among what was dropped would make the next request of this one's body.
  if (request.rawHeaders.length >= rawHeaderLimit) {
    // As the server itself does where it refuses: the client may be gone before it has its answer.
    socket.on('error', () => socket.destroy());
    const tooMany = Object.assign(new Error('too many headers'), { code: 'HPE_HEADER_OVERFLOW' });
    server.emit('clientError', tooMany, socket);
    return;
  }
  // Those that the server forgets when it hands a socket over, and would add again and again.
  for (const name of ['pause', 'resume']) socket.removeAllListeners(name);
  // The wait for a next request, if one had begun: it has come.
  socket.setTimeout(server.timeout);
  if (head.length > 0) socket.unshift(head);
  socket.unshift(headWithoutUpgrade(request));
  server.emit('connection', socket);
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  // The parser reads one byte as one character.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
