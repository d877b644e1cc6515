-- 0008: keys of providers that operators set in the console, sealed, in place of the configured ones.
-- As migration 0021 of the embedded database.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; the configured keys are used again.

create table provider_credential (
  provider_id text primary key,
  secret      text not null,
  changed_at  bigint not null,
  version     bigint not null
);
