-- Devices and addresses from which people signed in, as keyed hashes: who shares one with a seller moves no rating.
create table access_traces (
  account_id uuid not null constraint traced_person_exists references profiles on delete cascade,
  kind text not null constraint trace_kind_known check (kind in ('device', 'address')),
  hash bytea not null,
  seen_at timestamptz(3) not null default now(),
  primary key (account_id, kind, hash)
);
create index access_traces_by_hash on access_traces (kind, hash, seen_at);
create index access_traces_by_age on access_traces (seen_at);
