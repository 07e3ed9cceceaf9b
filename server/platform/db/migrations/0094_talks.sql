-- How many messages each of the two wrote, up to two: with those of both it was a talk, and not a word.
alter table conversations
  add column first_messages smallint not null default 0,
  add column second_messages smallint not null default 0,
  add constraint messages_counted_to_two check (first_messages between 0 and 2 and second_messages between 0 and 2);
update conversations c set
  first_messages = (
    select count(*) from (
      select from messages m where m.conversation_id = c.id and m.sender_id = c.first_person and m.price_to is null limit 2
    ) as found
  ),
  second_messages = (
    select count(*) from (
      select from messages m where m.conversation_id = c.id and m.sender_id = c.second_person and m.price_to is null limit 2
    ) as found
  )
where first_wrote or second_wrote;
-- Dropped with their columns: triggers and functions are made anew after this.
drop trigger reviews_follow_conversation on conversations;
alter table conversations drop column first_wrote, drop column second_wrote;

-- A rating shows from five people; one person may have reviewed several listings of a seller.
alter table seller_figures add column reviewers integer not null default 0;
update seller_figures f set reviewers = (
  select count(distinct coalesce(r.reviewer_id, r.id))
  from products p join product_reviews r on r.product_id = p.id
  where p.seller_id = f.seller_id and p.status not in ('draft', 'held') and r.is_earned
);
