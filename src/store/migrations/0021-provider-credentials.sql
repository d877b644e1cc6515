-- 0021: keys of providers that operators set in the console, sealed, in place of the configured ones.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; the configured keys are used again.

create table provider_credential (
  provider_id text primary key,
  secret      text not null,
  changed_at  integer not null,
  version     integer not null
) strict;
