import type { FastifyReply } from 'fastify';

/** Adds a name to the Vary header and keeps the names of other hooks. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary');
  if (known === undefined) void reply.header('vary', name);
  else if (!String(known).toLowerCase().split(', ').includes(name))
    void reply.header('vary', `${String(known)}, ${name}`);
}
