import { pathOf } from '../../../platform/http/errors.ts';
import { nextLink } from './cursor.rules.ts';

interface PageRequest {
  readonly url: string;
  readonly query: { readonly limit?: number | undefined };
}
interface Reply {
  header(name: string, value: string): unknown;
}

/** Sets the `Link` header of the next page, if there is one. `narrowed` contains the filters of the query. */
export function linkNext(
  request: PageRequest,
  reply: Reply,
  cursor: string | undefined,
  narrowed: Readonly<Record<string, string>> = {},
): void {
  if (cursor === undefined) return;
  reply.header('link', nextLink(pathOf(request.url), cursor, request.query.limit, narrowed));
}
