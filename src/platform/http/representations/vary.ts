import type { FastifyReply } from 'fastify';

/** Beside what other parts of the answer depend on, which setting the header would forget. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('vary');
  if (known === undefined) void reply.header('vary', name);
  else if (!String(known).toLowerCase().split(', ').includes(name))
    void reply.header('vary', `${String(known)}, ${name}`);
}
