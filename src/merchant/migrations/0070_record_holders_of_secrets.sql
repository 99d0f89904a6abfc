-- The people who were shown the secret of a credential, when it was created and each time it was rotated, as in
-- control_actions. What the credential asks for may be asked for by any of them, so none of them may approve it.
alter table merchant.credentials add column holders text[] not null default '{}';

-- Credentials of before: from the record of the console. Nobody knows who used the command line.
update merchant.credentials c set holders = found.people
from (
  select k.client_id, array_agg(distinct a.person) as people
  from merchant.credentials k
  join lateral (
    select case when kind = 'staff' or act like 'psp.%' then 'staff:' else 'member:' end || person_email as person
    from platform.console_audit
    where person_email <> '' and (
      (act in ('credential.created', 'credential.rotated') and subject = k.client_id)
      or (act = 'psp.credential_added' and detail->>'client' = k.client_id)
      or (act = 'psp.created' and kind = 'psp' and organisation = k.psp_id::text
        and at between k.created_at - interval '1 minute' and k.created_at + interval '1 minute'))
  ) a on true
  group by k.client_id
) found
where found.client_id = c.client_id;
