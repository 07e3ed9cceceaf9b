-- Limits and reviews know a person by a keyed hash of the mailbox that they registered with (server/mailboxes/service.ts),
-- so that deleting an account and registering again begins nothing anew. Of an account that changed its address it is kept
-- here; of the others it follows from the address.
alter table accounts
  add column mailbox_hash bytea constraint mailbox_hash_length check (length(mailbox_hash) = 32);

-- One review of a product from one mailbox, however many accounts it had. Null where the reviewer's mailbox was never known.
alter table product_reviews
  add column reviewer_mailbox bytea constraint reviewer_mailbox_length check (length(reviewer_mailbox) = 32),
  add constraint one_review_per_mailbox unique (product_id, reviewer_mailbox);
