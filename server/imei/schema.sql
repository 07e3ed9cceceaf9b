-- The IMEI of a phone for sale, as a keyed hash: the number itself is never stored.
create table product_imeis (
  product_id uuid primary key constraint imei_product_exists references products on delete cascade,
  imei_hash bytea not null,
  created_at timestamptz(3) not null default now()
);
create index product_imeis_by_hash on product_imeis (imei_hash);

-- Phones that their owners reported to the police. A stolen phone stays stolen when its owner leaves.
create table stolen_phones (
  id uuid primary key default uuidv7(),
  imei_hash bytea not null,
  reporter_id uuid constraint stolen_phone_reporter_exists references profiles on delete set null,
  police_report text not null constraint police_report_length check (length(police_report) between 3 and 60),
  created_at timestamptz(3) not null default now(),
  constraint stolen_phone_reported_once unique (imei_hash, reporter_id)
);
create index stolen_phones_of_person on stolen_phones (reporter_id, created_at desc);
