import { pathOf } from '../../platform/http/errors.ts';
import { nextLink } from './cursor.rules.ts';

interface PageRequest {
  readonly url: string;
  readonly query: { readonly limit?: number | undefined };
}
interface Reply {
  header(name: string, value: string): unknown;
}

/** Says in a `Link` header where a list goes on, if it does, with what of the query narrows it. */
export function linkNext(
  request: PageRequest,
  reply: Reply,
  cursor: string | undefined,
  narrowed: Readonly<Record<string, string>> = {},
): void {
  if (cursor === undefined) return;
  reply.header('link', nextLink(pathOf(request.url), cursor, request.query.limit, narrowed));
}
