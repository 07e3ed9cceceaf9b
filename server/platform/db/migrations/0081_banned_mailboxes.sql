-- Other accounts of a banned person's mailbox are found by its hash; of banned accounts it is kept even where the address
-- never changed (server/moderation/banned-mailboxes.ts).
create index accounts_by_mailbox on accounts (mailbox_hash) where mailbox_hash is not null;
