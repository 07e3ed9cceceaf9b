-- Listings of what may certainly not be sold wait for a moderator, however long.
alter table product_holds
  drop constraint hold_cause_known,
  add constraint hold_cause_known check (
    cause in (
      'first-listing', 'photo-of-another', 'imei-of-another', 'imei-stolen', 'banned-mailbox', 'changed-while-limited',
      'prohibited-goods', 'moderator', 'removed', 'suspended'
    )
  ),
  drop constraint decisions_alone_hold_without_end,
  add constraint decisions_and_goods_alone_hold_without_end check (
    (until is null) = (cause in ('removed', 'suspended', 'prohibited-goods'))
  );
