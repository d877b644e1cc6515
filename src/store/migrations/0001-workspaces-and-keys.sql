-- 0001: who may call. Workspaces own keys; of a key only hashes are kept.
-- Forward only. The first migration: nothing runs on these tables yet.
-- Locks: none, the database is new.
-- Undo, if ever: delete the database file.

create table workspace (
  id           text primary key,
  name         text not null,
  plan_id      text,
  time_zone    text not null,
  created_at   integer not null,
  suspended_at integer
) strict;

create table api_key (
  id                  text primary key,
  workspace_id        text not null references workspace (id),
  name                text not null,
  hash                text not null unique check (length(hash) = 64),
  previous_hash       text unique check (length(previous_hash) = 64),
  previous_expires_at integer,
  prefix              text not null,
  last_four           text not null,
  scope               text not null check (json_valid(scope)),
  day_limit           integer check (day_limit >= 0),
  month_limit         integer check (month_limit >= 0),
  total_limit         integer check (total_limit >= 0),
  created_at          integer not null,
  expires_at          integer,
  revoked_at          integer
) strict;

create index api_key_by_workspace on api_key (workspace_id);
