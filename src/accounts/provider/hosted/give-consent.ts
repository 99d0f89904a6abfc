import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import { withinRequest } from '../artefacts/provider-request.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import type { OpenIdProvider } from '../open-provider.ts';
import { textOf } from '../protocol/provider.rules.ts';
import { FlowEnded } from './flow-ended.ts';

interface Missing {
  missingOIDCScope?: string[];
  missingOIDCClaims?: string[];
  missingResourceScopes?: Record<string, string[]>;
}

interface Consenting {
  readonly interaction:
    | {
        readonly grantId?: string | undefined;
        readonly params: Record<string, unknown>;
        readonly prompt: { readonly details: object };
      }
    | undefined;
  readonly session: AccountsSession | undefined;
  readonly visitor: Visitor;
}

/** Grants the application what it asks for. The grant belongs to the session and ends with it. */
export async function giveConsent(
  context: AccountsContext & { readonly provider: OpenIdProvider },
  { interaction, session, visitor }: Consenting,
): Promise<string> {
  const provider = context.provider.current();
  if (!interaction || !session || session.mustChangePassword) throw new FlowEnded();
  const { grantId, params, prompt } = interaction;
  const clientId = textOf(params['client_id']);
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({ accountId: session.userId, clientId });
  if (grant.accountId !== session.userId) throw new FlowEnded();
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = prompt.details as Missing;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  const saved = await withinRequest({ sessionId: session.sessionId }, () => grant.save());
  await transaction(context.sql, (tx) =>
    recordAudit(tx, context, {
      event: 'application_connected',
      userId: session.userId,
      visitor,
      detail: { client: clientId },
    }),
  );
  return saved;
}
