-- 0008: sealed keys of providers that operators set in the console, and who answers for an API key.
-- As migration 0021 of the embedded database.
-- Forward only. Safe: the table is new, and the column is empty.
-- Locks: the keys, for a moment.
-- Undo, if ever: a later file drops the table; the configured keys are used again. The column can stay.

create table provider_credential (
  provider_id text primary key,
  secret      text not null,
  changed_at  bigint not null,
  version     bigint not null
);

alter table api_key add column owner text;
