-- What a reporter shows of it: for them and for moderators alone. A job removes the files.
create table report_pictures (
  report_id uuid not null constraint pictured_report_exists references reports on delete cascade,
  position smallint not null constraint report_picture_position check (position between 0 and 2),
  image_url text not null constraint report_picture_unique unique,
  width integer not null,
  height integer not null,
  thumbhash text not null,
  created_at timestamptz(3) not null default now(),
  primary key (report_id, position)
);
