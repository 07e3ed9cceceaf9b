-- A line of its own in a conversation: what it is about has another price. `sender_id` is who changed it.
alter table messages
  add column price_from numeric(8,2),
  add column price_to numeric(8,2),
  drop constraint says_something,
  add constraint says_something check (content ~ '\S' or image_url is not null or price_to is not null),
  add constraint price_line_says_nothing_else check (
    (price_from is null) = (price_to is null) and (price_to is null or content = '' and image_url is null)
  );

create index price_lines on messages (conversation_id, seq desc) where price_to is not null;

-- Who changes a price has not therefore written.
drop trigger conversation_has_writer on messages;
create trigger conversation_has_writer after insert on messages
  for each row when (new.sender_id is not null and new.price_to is null) execute function mark_writer();

create function refuse_reaction_to_price() returns trigger language plpgsql as $$
begin
  if exists (select from messages where id = new.message_id and price_to is not null) then
    raise exception using errcode = 'check_violation', constraint = 'reaction_is_to_words',
      message = 'nobody reacts to a line that tells a price';
  end if;
  return new;
end
$$;
create trigger reaction_to_words before insert on message_reactions
  for each row execute function refuse_reaction_to_price();

-- Adds the line to the conversations about a product in which something was said within 60 days, to the newest 100.
-- Three lines a day are enough for each: a price that goes on changing is on the product's card, and the next line
-- begins at the price that the last one said. It is unread for the other person; the seller's list stays in its order, so that what people wrote is not buried.
create function add_price_lines(product uuid, seller uuid, old_price numeric, new_price numeric)
  returns table (other_id uuid, message messages) language plpgsql as $$
declare
  conversation conversations;
  chosen uuid[];
  said_today int;
  said numeric;
  moment timestamptz(3);
begin
  chosen := array(
    select c.id from conversations c
    where c.product_id = product and (c.first_wrote or c.second_wrote) and seller in (c.first_person, c.second_person)
      and c.first_person is not null and c.second_person is not null
      and c.last_message_at > now() - interval '60 days'
    order by c.last_message_at desc, c.id limit 100
  );
  -- People before conversations, each in one order, as when a message is sent.
  perform from profiles where id in (
    select unnest(array[c.first_person, c.second_person]) from conversations c where c.id = any (chosen)
  ) order by id for key share;
  for conversation in
    select * from conversations c
    where c.id = any (chosen) and c.first_person is not null and c.second_person is not null
    order by c.id for no key update
  loop
    select count(*) filter (where l.created_at > now() - interval '1 day'), coalesce((array_agg(l.price_to order by l.seq desc))[1], old_price)
    into said_today, said
    from (
      select * from messages m where m.conversation_id = conversation.id and m.price_to is not null
      order by m.seq desc limit 3
    ) l;
    continue when said_today = 3 or said = new_price;
    moment := greatest(clock_timestamp(), conversation.last_message_at);
    other_id := case when conversation.first_person = seller then conversation.second_person else conversation.first_person end;
    insert into messages (conversation_id, seq, sender_id, client_key, content, price_from, price_to, created_at)
    values (conversation.id, conversation.last_seq + 1, seller, gen_random_uuid(), '', said, new_price, moment)
    returning * into message;
    update conversations set last_seq = message.seq, last_message_at = moment, updated_at = moment
    where id = conversation.id;
    update conversation_participants p set
      updated_at = case when p.user_id = seller then p.updated_at else moment end,
      unread_count = case when p.user_id = seller then p.unread_count else p.unread_count + 1 end,
      read_seq = case when p.user_id = seller and p.unread_count = 0 then message.seq else p.read_seq end
    where p.conversation_id = conversation.id;
    return next;
  end loop;
end
$$;
