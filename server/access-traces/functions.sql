-- Accounts that share a device or an address with this one: a device if both were seen on it, an address if both were
-- seen there within a week and at most ten people use it. An address with more people belongs to a phone network or a
-- campus, and proves nothing. `is_by_device` is false for those who share an address alone.
create or replace function people_sharing_access(account uuid) returns table (id uuid, is_by_device boolean)
  language sql stable as $$
  with own as materialized (
    select kind, hash from access_traces mine
    where account_id = account and (
      kind = 'device'
      or seen_at > now() - interval '7 days'
        and (
          select count(*) from (
            select from access_traces crowd
            where crowd.kind = 'address' and crowd.hash = mine.hash and crowd.seen_at > now() - interval '7 days'
            limit 11
          ) people
        ) <= 10
    )
  )
  select theirs.account_id, bool_or(kind = 'device')
  from own join access_traces theirs using (kind, hash)
  where theirs.account_id <> account and (kind = 'device' or theirs.seen_at > now() - interval '7 days')
  group by theirs.account_id
$$;
