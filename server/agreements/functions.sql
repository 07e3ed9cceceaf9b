-- after: conversations, notifications, blocks

create or replace function iso_moment(moment timestamptz) returns text language sql immutable
  return to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The agreement as the contract's `Agreement`.
create or replace function agreement_view(agreement agreements) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'id', agreement.id, 'state', agreement.state, 'outcome', agreement.outcome, 'price', agreement.price,
    'isBuyersOffer', agreement.is_buyers_offer, 'isReservation', agreement.is_reservation, 'due', iso_moment(agreement.due),
    'isKeptLonger', agreement.is_kept_longer, 'isComing', agreement.is_coming,
    'confirmedBy', agreement.confirmed_by, 'endedBy', agreement.ended_by, 'reason', agreement.reason,
    'endedAt', iso_moment(agreement.ended_at), 'changedAt', iso_moment(agreement.changed_at),
    'meeting', case when agreement.meeting_at is not null then jsonb_build_object(
      'at', iso_moment(agreement.meeting_at), 'place', agreement.meeting_place, 'by', agreement.meeting_by,
      'isConfirmed', agreement.is_meeting_confirmed
    ) end
  )
$$;

-- Adds the line about a step, unread for the other person, or read if `is_silent`. A line of the site has no sender and
-- is unread for both. `texts` are the notifications by role: {"buyer": "Ama accepts GH₵900."}. `badges` are the people
-- with one more unread notification.
create or replace function add_step_line(
  agreement agreements, kind text, by_role text, key uuid, texts jsonb, is_silent boolean default false,
  out message messages, out badges uuid[]
) language plpgsql as $$
declare
  thread conversations;
  writer uuid := case by_role when 'buyer' then agreement.buyer_id when 'seller' then agreement.seller_id end;
  moment timestamptz(3);
begin
  badges := '{}';
  -- People are locked before the conversation, as when a message is sent.
  perform from profiles where id in (agreement.buyer_id, agreement.seller_id) order by id for key share;
  select * into thread from conversations where id = agreement.conversation_id for no key update;
  if not found then return; end if;
  moment := greatest(clock_timestamp(), thread.last_message_at);
  insert into messages (conversation_id, seq, sender_id, client_key, content, step, read, created_at)
  values (
    thread.id, thread.last_seq + 1, (select id from profiles where id = writer), key, '',
    jsonb_build_object('kind', kind, 'by', by_role, 'agreement', agreement_view(agreement)), is_silent, moment
  ) returning * into message;
  update conversations set last_seq = message.seq, last_message_at = moment, updated_at = moment where id = thread.id;
  update conversation_participants p set
    updated_at = moment,
    unread_count = p.unread_count + (p.user_id is distinct from writer and not is_silent)::int,
    read_seq = case
      when p.unread_count = 0 and (is_silent or p.user_id = writer) then message.seq else p.read_seq
    end
  where p.conversation_id = thread.id;
  select coalesce(array_agg(p.user_id), '{}') into badges
  from conversation_participants p
  where p.conversation_id = thread.id
    and case p.user_id when agreement.buyer_id then texts ? 'buyer' when agreement.seller_id then texts ? 'seller' end
    and block_between(agreement.buyer_id, agreement.seller_id) is null
    and notify_of_message(
      p.user_id, thread.id, texts ->> case p.user_id when agreement.buyer_id then 'buyer' else 'seller' end
    );
end
$$;

-- Returns whether a product is agreed with somebody else. For its buyer also whether its seller reserved it otherwise:
-- only the seller may take that back.
create or replace function is_promised_elsewhere(product products, conversation uuid, person uuid, buyer uuid)
  returns boolean language sql stable as $$
  select exists (
    select from agreements a
    where a.product_id = product.id and a.conversation_id <> conversation and a.state in ('agreed', 'half-confirmed')
  ) or person = buyer and coalesce(product.status_before_hold, product.status) = 'reserved'
    and product.buyer_id is distinct from buyer
$$;

-- Locks a conversation's product, people and the conversation itself, in this order, and returns what decides about a
-- step. Null without such a product.
create or replace function lock_agreement_scene(conversation uuid, person uuid, key uuid)
  returns jsonb language plpgsql as $$
declare
  thread conversations;
  product products;
  buyer uuid;
begin
  select * into thread from conversations where id = conversation;
  if not found then return null; end if;
  -- Strangers lock nothing, and so delay nobody.
  if not exists (select from conversation_participants p where p.conversation_id = conversation and p.user_id = person) then
    return jsonb_build_object('isParticipant', false);
  end if;
  select * into product from products where id = thread.product_id for no key update;
  perform from profiles where id in (thread.first_person, thread.second_person) order by id for key share;
  select * into thread from conversations where id = conversation for no key update;
  if not found then return null; end if;
  buyer := case when thread.first_person = product.seller_id then thread.second_person else thread.first_person end;
  return jsonb_build_object(
    'firstPerson', thread.first_person, 'secondPerson', thread.second_person, 'productId', product.id,
    'sellerId', product.seller_id, 'buyerId', buyer, 'title', thread.product_title, 'status', product.status,
    'price', product.price, 'priceType', product.price_type,
    'agreement', (
      select agreement_view(a) from agreements a where a.conversation_id = conversation order by a.id desc limit 1
    ),
    'offers', (
      select count(*) from agreements a
      where a.conversation_id = conversation and not a.is_reservation and a.is_buyers_offer = (person = buyer)
    ),
    'isPromised', is_promised_elsewhere(product, conversation, person, buyer),
    'hasLapsed', coalesce((
      select a.has_lapsed from agreements a where a.conversation_id = conversation order by a.id desc limit 1
    ), false),
    'known', (select m.id from messages m where m.conversation_id = conversation and m.client_key = key),
    'isParticipant', exists (
      select from conversation_participants p where p.conversation_id = conversation and p.user_id = person
    ),
    'block', block_between(person, case when person = buyer then product.seller_id else buyer end),
    'isBanned', is_banned(case when person = buyer then product.seller_id else buyer end),
    'isUnavailable', exists (
      select from sanctions s
      where s.person_id = case when person = buyer then product.seller_id else buyer end
        and s.kind = 'suspended' and s.until > now()
    )
  );
end
$$;

-- Gives a product the status and buyer that its agreement asks for; a held one gets them once it is shown again.
create or replace function follow_agreement(product uuid, wanted text, buyer uuid) returns void language sql as $$
  update products set
    status = case when status = 'held' then status else wanted end,
    status_before_hold = case when status = 'held' then wanted end,
    buyer_id = buyer, version = version + 1, status_changed_at = now(), updated_at = now()
  where id = product and (coalesce(status_before_hold, status), buyer_id) is distinct from (wanted, buyer)
$$;

-- An amount never changes, and nothing stays agreed without its product and its two people.
create or replace function keep_agreement() returns trigger language plpgsql as $$
begin
  if (new.price, new.is_buyers_offer, new.conversation_id) is distinct from (old.price, old.is_buyers_offer, old.conversation_id)
  then
    raise exception using errcode = 'check_violation', constraint = 'agreed_amount_stays',
      message = 'an agreed amount never changes';
  end if;
  if new.due is not null and (new.product_id is null or new.buyer_id is null or new.seller_id is null) then
    new.state := 'ended';
    new.outcome := 'off';
  end if;
  new.changed_at := clock_timestamp();
  new.has_lapsed := new.has_lapsed or new.outcome is not distinct from 'lapsed';
  if new.state in ('done', 'ended') then
    new.due := null;
    new.ended_at := coalesce(new.ended_at, new.changed_at);
  end if;
  return new;
end
$$;

-- The product's status follows in the same transaction, and what ends by itself is told to both people.
create or replace function product_follows_agreement() returns trigger language plpgsql as $$
declare
  was_promised boolean := tg_op = 'UPDATE' and old.state in ('agreed', 'half-confirmed');
begin
  if tg_op = 'UPDATE' and old.state = new.state then return null; end if;
  if new.state = 'agreed' then
    perform follow_agreement(new.product_id, 'reserved', new.buyer_id);
  elsif new.state = 'half-confirmed' and not was_promised then
    perform follow_agreement(new.product_id, 'reserved', new.buyer_id);
  elsif new.state = 'done' or new.outcome = 'unconfirmed' then
    perform follow_agreement(new.product_id, 'sold', new.buyer_id);
  elsif new.state = 'ended' and was_promised and exists (
    -- Its seller may have changed the status, which ended the agreement.
    select from products p
    where p.id = new.product_id and coalesce(p.status_before_hold, p.status) = 'reserved'
      and (p.buyer_id is null or p.buyer_id = old.buyer_id)
  ) then
    perform follow_agreement(new.product_id, 'available', null);
  end if;
  -- Nobody need hear that an offer for something sold has ended, and a denial has a line of its own.
  if new.outcome in ('unconfirmed', 'off')
    or new.outcome = 'lapsed' and new.confirmed_by is not distinct from old.confirmed_by
    or new.outcome = 'expired' and exists (select from products p where p.id = new.product_id and p.status in ('available', 'reserved'))
  then
    perform add_step_line(
      new, new.outcome, null, gen_random_uuid(),
      :'ending_texts'::jsonb -> new.outcome
    );
  end if;
  if new.outcome = 'off' then perform pg_notify(:'ended_agreements_channel', new.id::text); end if;
  return null;
end
$$;

-- What a seller does with a listing outweighs an agreement: if both differ, the agreement ends. 'Sold' to its buyer is
-- the seller's confirmation.
create or replace function agreement_follows_product() returns trigger language plpgsql as $$
declare
  promised agreements;
  status text := coalesce(new.status_before_hold, new.status);
  is_same_buyer boolean;
begin
  select * into promised from agreements a
  where a.product_id = new.id and a.state in ('agreed', 'half-confirmed') for no key update;
  if not found then return null; end if;
  is_same_buyer := new.buyer_id is not distinct from promised.buyer_id;
  if is_same_buyer and (status = 'reserved' or status = 'sold' and promised.state = 'half-confirmed') then
    return null;
  end if;
  if is_same_buyer and status = 'sold' then
    update agreements set
      state = 'half-confirmed', confirmed_by = 'seller', due = now() + make_interval(hours => :'confirmation_hours'::int)
    where id = promised.id returning * into promised;
    perform add_step_line(
      promised, 'confirm', 'seller', gen_random_uuid(), jsonb_build_object('buyer', :'confirm_text')
    );
    return null;
  end if;
  if not exists (select from profiles where id = promised.buyer_id) then
    update agreements set state = 'ended', outcome = 'off' where id = promised.id;
    return null;
  end if;
  update agreements set
    state = 'ended', outcome = 'cancelled', ended_by = 'seller',
    reason = case when status = 'sold' then 'sold-elsewhere' else 'changed-mind' end
  where id = promised.id returning * into promised;
  perform add_step_line(promised, 'cancel', 'seller', gen_random_uuid(), jsonb_build_object('buyer', :'cancel_text'));
  return null;
end
$$;

-- A block ends what the two agreed; the other reads it as a cancellation. Without a reason it counts against nobody. A
-- suspension or a ban ends everything that the person agreed, because nobody meets them.
create or replace function end_agreements_of_person() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(to_jsonb(new) ->> 'blocker_id', to_jsonb(new) ->> 'person_id');
  blocked uuid := to_jsonb(new) ->> 'blocked_id';
  promised agreements;
begin
  for promised in
    select a.* from agreements a
    where a.due is not null and person in (a.buyer_id, a.seller_id)
      and (blocked is null or blocked in (a.buyer_id, a.seller_id))
    order by a.product_id
  loop
    perform from products where id = promised.product_id for no key update;
    update agreements set
      state = 'ended',
      outcome = case when blocked is null then 'off' else 'cancelled' end,
      ended_by = case when blocked is not null then case when buyer_id = person then 'buyer' else 'seller' end end
    where id = promised.id and due is not null returning * into promised;
    continue when not found;
    perform pg_notify(:'public_changes_channel', :'market_changed');
    continue when blocked is null;
    perform add_step_line(promised, 'cancel', promised.ended_by, gen_random_uuid(), '{}');
    perform pg_notify(:'ended_agreements_channel', promised.id::text);
  end loop;
  return null;
end
$$;

-- Ends an agreement whose time is over, and returns it. If a step about its product is being taken, the next run sees
-- what became of it.
create or replace function end_due_agreement(agreement uuid) returns setof agreements language plpgsql as $$
declare
  over agreements;
begin
  perform from products p
  where p.id = (select a.product_id from agreements a where a.id = agreement) for no key update skip locked;
  if not found then return; end if;
  update agreements a set
    state = 'ended',
    outcome = case
      when a.state = 'offered' then 'expired'
      when a.state = 'agreed' or a.has_lapsed then 'lapsed'
      else 'unconfirmed'
    end
  where a.id = agreement and a.due <= now() returning * into over;
  if found then return next over; end if;
end
$$;

-- Checks when a transaction ends that the product is as agreed.
create or replace function require_agreed_product() returns trigger language plpgsql as $$
begin
  if exists (
    select from agreements a join products p on p.id = a.product_id
    where a.id = new.id and a.state in ('agreed', 'half-confirmed') and (
      p.buyer_id is distinct from a.buyer_id
      or coalesce(p.status_before_hold, p.status) not in ('reserved', 'sold')
      or a.state = 'agreed' and coalesce(p.status_before_hold, p.status) = 'sold'
    )
  ) then
    raise exception using errcode = 'check_violation', constraint = 'product_is_as_agreed',
      message = 'the product is not reserved for the buyer of its agreement';
  end if;
  return null;
end
$$;

-- Counts a person's deals and kept agreements again. An agreement counts against a person who cancelled it for a reason of
-- their own, and against both if it lapsed: once for each partner, and only if that person had agreed. All partners who
-- left count as one, because a new account of a person who left cannot be told from another person's.
create or replace function count_deals(person uuid) returns void language plpgsql as $$
begin
  insert into deal_figures (person_id) select id from profiles where id = person on conflict do nothing;
  perform from deal_figures where person_id = person for update;
  update deal_figures f set (deals, partners, kept, agreed) = (
    select c.deals, c.deals, c.deals, c.deals + c.broken
    from (
      select count(distinct a.partner) filter (where a.counts) as deals,
        count(distinct a.partner) filter (where a.is_broken) as broken
      from (
        select
          case when seller_id = person then counts_for_seller else counts_for_buyer end as counts,
          coalesce(case when seller_id = person then buyer_id else seller_id end, '00000000-0000-0000-0000-000000000000') as partner,
          agreed_at is not null and (not is_reservation or is_coming or confirmed_by = 'buyer') and (
            has_lapsed and state <> 'done'
            or outcome = 'cancelled' and ended_by = case when seller_id = person then 'seller' else 'buyer' end
              and reason <> all (array(select jsonb_array_elements_text(:'reasons_about_other'::jsonb)))
          ) as is_broken
        from agreements where seller_id = person or buyer_id = person
      ) a
    ) c
  )
  where f.person_id = person;
end
$$;

create or replace function count_deals_of_both() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  for person in select p from unnest(array[new.seller_id, new.buyer_id]) p where p is not null order by p loop
    perform count_deals(person);
  end loop;
  return null;
end
$$;
