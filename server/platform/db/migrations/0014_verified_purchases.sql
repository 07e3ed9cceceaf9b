-- Until now a seller alone made a review a verified purchase; only a confirmed deal does.
update product_reviews r set earned_by = case when exists (
  select from conversations c join products p on p.id = c.product_id
  where c.product_id = r.product_id
    and c.first_person = least(r.reviewer_id, p.seller_id) and c.second_person = greatest(r.reviewer_id, p.seller_id)
    and c.first_messages = 2 and c.second_messages = 2
) then 'conversation' end
where r.earned_by = 'purchase';
