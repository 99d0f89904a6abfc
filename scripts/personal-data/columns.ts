/** An answer to "is this personal data?" and the columns that it covers. */
export interface Answer {
  /** If it is: what erases and exports it, or why it stays. */
  readonly answer: string;
  /** `table.column`, or `column` for all tables of the schema. */
  readonly columns: readonly string[];
}

const list = (text: string): string[] => text.trim().split(/\s+/);

/**
 * The answers for columns of free text, by schema. Rows of a user of accounts need none: see `readFreeTexts`. The
 * columns that the erasure of a merchant's customer clears are in `erased-columns.rules.ts`.
 */
export const answers: Readonly<Record<string, readonly Answer[]>> = {
  merchant: [
    {
      answer: 'yes: the merchant’s name of a customer or payment, kept for the books',
      columns: list('customer_reference_id payments.payment_reference'),
    },
    {
      answer: 'yes: an address on a public chain, kept for the books',
      columns: list(`
        allowed_addresses.address chain_addresses.address deposit_addresses.address payment_choices.address
        payment_choices.payment_uri payment_releases.address payouts.address refunds.address screenings.address
        wallet_ceilings.address orders.customer_wallet_address orders.payment_address destination destination_tag
        assigned_destination`),
    },
    {
      answer: 'yes: the name of a staff member or credential, kept in the record of acts',
      columns: list(`
        added_by decided_by done_by frozen_by proposed_by released_by requested_by stopped_by control_actions.detail
        control_actions.subject credentials.holders`),
    },
    {
      answer: 'no: written by staff about money, a coin or a payout',
      columns: list(`
        adjustment_proposals.reference control_actions.reason payout_freezes.reason screenings.reason
        ledger_movements.reference`),
    },
    {
      answer: 'no: about the merchant',
      columns: list(`
        credentials.name credentials.networks payments.merchant_name psps.name psps.shop_url psps.support_address
        webhook_endpoints.url`),
    },
    { answer: 'no: without details of customers', columns: list('events.event recent_requests.path') },
    { answer: 'no: a message of a coin node', columns: list('bump_trouble fault trouble') },
    { answer: 'no: of the simulated chains', columns: list('simulated_outputs.address') },
    {
      answer: 'no: a code, an id or a hash',
      columns: list(`
        account action asset balances_after blockchain_transaction_id bytes client_id code coin currency_pair
        event_type exceptions excluded_by hash home id kind method network owner pair parent_hash purpose refund_coin
        request_id scope scopes server settled_transaction_id source spend spent_by status table_name traceparent
        transaction_id venue`),
    },
  ],
  accounts: [
    {
      answer: 'yes: deleted after a day at most, and no account exists that could export it',
      columns: list(`
        pending_registrations.email pending_registrations.email_key pending_registrations.first_name
        pending_registrations.last_name pending_registrations.household`),
    },
    { answer: 'no: about an application', columns: list('oidc_clients.metadata') },
    { answer: 'no: a code, an id or a hash', columns: list('id language password_hash source') },
  ],
  social: [
    {
      answer: 'yes: the erasure of a user clears or deletes it, and GET /user/{id}/export contains it',
      columns: list(`
        appeals.body attendances.shown_to devices.device_id devices.endpoint devices.language messages.body
        messages.client_id moderation_acts.reason moderation_acts.subject photos.link photos.name photos.source_link
        reports.reason users.about users.email users.language users.location users.login_id users.name
        users.provider users.state`),
    },
    {
      answer: 'yes: part of a case, which the export leaves out and `forgetErasedUsers` deletes',
      columns: list(`
        barred_identities.reason moderation_acts.note report_messages.body report_photos.link reports.note
        reports.reported_about reports.reported_name`),
    },
    {
      answer: 'yes: a copy for the live connection, which the erasure deletes',
      columns: list('updates.body'),
    },
    {
      answer: 'no: published by the provider',
      columns: list(`
        campaigns.description campaigns.link campaigns.media campaigns.title cities.former_search_name cities.name
        cities.search_name cities.state event_pictures.name events.country events.description events.image events.name events.offer_url
        events.organizer_name events.organizer_url events.street_address events.venue_name texts.body texts.language`),
    },
    {
      answer: 'no: a code, an id or a hash',
      columns: list('category category_key events.offer_currency key kind public_key settings timezone'),
    },
  ],
  platform: [
    {
      answer: 'yes: a member of a team, kept because the record of acts names the person',
      columns: list(`
        console_audit.address console_audit.detail console_audit.person_email console_audit.person_name
        console_audit.subject email email_key people.language people.name staff.name`),
    },
    {
      answer: 'yes: deleted with the session, passkey or refusal',
      columns: list('console_refusals.address console_sessions.address user_agent person_passkeys.name'),
    },
    {
      answer: 'no: mail of a sandbox, which has no real people',
      columns: list('headers html_body recipient subject text_body'),
    },
    {
      answer: 'no: a code, an id or a hash',
      columns: list(`
        act checksum copied_after form_token id key key_column kid kind leaf_statements migrations.name organisation owner
        partition_name password_hash principal public_jwk purpose role schema_name service shadow table_name`),
    },
  ],
};
