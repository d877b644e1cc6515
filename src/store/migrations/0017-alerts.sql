-- 0017: alerts about limits, and the messages that they send. A threshold is reported once in each window of its limit.
-- Forward only. Safe: the tables are new.
-- Locks: none, the tables are new.
-- Undo, if ever: a later file drops the tables; no alerts are sent any more.

create table alert (
  seq          integer primary key,
  id           text not null unique,
  workspace_id text not null references workspace (id),
  watched      text not null,
  key_id       text references api_key (id),
  thresholds   text not null,
  channel      text not null check (channel in ('email', 'webhook')),
  target       text not null,
  secret       text,
  enabled      integer not null check (enabled in (0, 1)),
  created_at   integer not null
) strict;

create index alert_by_workspace on alert (workspace_id, seq);

create table delivery (
  seq          integer primary key,
  id           text not null unique,
  alert_id     text not null references alert (id) on delete cascade,
  workspace_id text not null,
  threshold    integer,
  window_start integer not null,
  used         integer not null,
  allowed      integer not null,
  state        text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts     integer not null,
  problem      text,
  created_at   integer not null,
  delivered_at integer,
  next_try_at  integer
) strict;

-- Test messages have no threshold, and nulls are all different.
create unique index delivery_once on delivery (alert_id, window_start, threshold);
create index delivery_by_workspace on delivery (workspace_id, seq);
create index delivery_by_alert on delivery (alert_id, seq);
create index delivery_due on delivery (next_try_at) where next_try_at is not null;
