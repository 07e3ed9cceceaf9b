-- Who asked for whose contact details, so that collecting them shows. A person who leaves stays in it without a name.
create table contact_reveals (
  id uuid primary key default uuidv7(),
  viewer_id uuid constraint reveal_viewer_exists references profiles on delete set null,
  seller_id uuid not null constraint reveal_seller_exists references profiles on delete cascade,
  kind text not null constraint reveal_kind_known check (kind in ('email', 'phone', 'website')),
  created_at timestamptz(3) not null default now()
);

create index reveals_of_viewer on contact_reveals (viewer_id, created_at);
create index reveals_of_seller on contact_reveals (seller_id, created_at);
create index reveals_by_age on contact_reveals (created_at);
