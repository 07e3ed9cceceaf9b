create or replace trigger conversations_copy_product_title after update of title on products
  for each row when (old.title <> new.title) execute function copy_product_title();

create or replace trigger conversation_without_people after update of first_person, second_person on conversations
  for each row when (new.first_person is null and new.second_person is null) execute function forget_conversation();

create or replace trigger conversation_has_writer after insert on messages
  for each row when (new.sender_id is not null and new.price_to is null and new.step is null) execute function mark_writer();

create or replace trigger reaction_to_words before insert on message_reactions
  for each row execute function refuse_reaction_to_line();

-- A function of earlier versions.
drop function if exists refuse_reaction_to_price();
