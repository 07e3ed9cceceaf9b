-- Raised by a new password: devices that the account knew before are new to it again.
alter table accounts add column device_epoch integer not null default 0;
-- When the two-factor secret was made that waits for its first code, so that a reload goes on with it.
alter table accounts add column totp_started_at timestamptz(3);
-- The one in which the account was confirmed: the first password chosen in it is no change to warn of.
alter table sessions add column is_first boolean not null default false;
