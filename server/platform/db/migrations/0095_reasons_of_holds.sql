-- Why a listing is held, and when it goes online by itself if no moderator has decided. Only decisions have no end here.
alter table product_holds
  add column until timestamptz(3),
  drop constraint hold_cause_known;
update product_holds h
set cause = coalesce(
    (
      select s.reason from signals s
      where s.target_kind = 'product' and s.target_id = h.product_id
        and s.reason in ('imei-stolen', 'imei-of-another', 'photo-of-another', 'banned-mailbox')
      order by s.weight desc limit 1
    ),
    'moderator'
  ),
  until = now() + interval '7 days'
where h.cause = 'review';
alter table product_holds
  add constraint hold_cause_known check (
    cause in (
      'first-listing', 'photo-of-another', 'imei-of-another', 'imei-stolen', 'banned-mailbox', 'changed-while-limited',
      'moderator', 'removed', 'suspended'
    )
  ),
  add constraint decisions_alone_hold_without_end check ((until is null) = (cause in ('removed', 'suspended')));
create index holds_that_end on product_holds (until) where until is not null;

-- What sellers say to a held listing, for the moderators.
create table hold_answers (
  product_id uuid not null constraint answered_product_exists references products on delete cascade,
  answered_on date not null default (now() at time zone 'UTC')::date,
  words text not null constraint hold_answer_length check (length(words) between 1 and 1000),
  created_at timestamptz(3) not null default now(),
  constraint one_hold_answer_a_day primary key (product_id, answered_on)
);
