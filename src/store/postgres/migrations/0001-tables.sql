-- 0001: everything that is kept, as the embedded database has it after its migration 0015: the same tables and columns.
-- Forward only. Safe: the tables are new. Calls, their lines, entries and the audit log are never changed or removed: triggers see to it.
-- Locks: none, the tables are new.
-- Undo, if ever: drop the database.

create table workspace (
  id           text primary key,
  name         text not null,
  plan_id      text,
  time_zone    text not null,
  created_at   bigint not null,
  suspended_at bigint,
  version      bigint not null default 1
);

create table api_key (
  id                  text primary key,
  workspace_id        text not null references workspace (id),
  name                text not null,
  hash                text not null unique check (length(hash) = 64),
  previous_hash       text unique check (length(previous_hash) = 64),
  previous_expires_at bigint,
  prefix              text not null,
  last_four           text not null,
  scope               text not null,
  day_limit           bigint check (day_limit >= 0),
  month_limit         bigint check (month_limit >= 0),
  total_limit         bigint check (total_limit >= 0),
  created_at          bigint not null,
  expires_at          bigint,
  revoked_at          bigint,
  previous_grace      bigint check (previous_grace >= 0),
  version             bigint not null default 1
);
create index api_key_by_workspace on api_key (workspace_id);

create table member (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  workspace_id text not null references workspace (id),
  email        text not null,
  email_folded text not null,
  name         text not null,
  role         text not null check (role in ('owner', 'admin', 'billing', 'developer', 'viewer')),
  created_at   bigint not null,
  version      bigint not null default 1,
  unique (workspace_id, email_folded)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'append-only: a row of % is neither changed nor removed', tg_table_name;
end $$;

create table account (
  workspace_id  text primary key,
  granted       bigint not null default 0,
  posted        bigint not null default 0 check (posted >= 0),
  leased        bigint not null default 0 check (leased >= 0),
  frozen_reason text
);

create table grant_entry (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  workspace_id text not null,
  kind         text not null check (kind in ('grant', 'topup', 'refund', 'adjust', 'expire')),
  amount       bigint not null check (amount between -1000000000000000000 and 1000000000000000000),
  external_id  text not null unique,
  call_id      text check ((call_id is not null) = (kind = 'refund')),
  reason       text not null,
  actor        text not null,
  created_at   bigint not null,
  check (case kind when 'adjust' then amount <> 0 when 'expire' then amount < 0 else amount > 0 end)
);
create index grant_entry_by_workspace on grant_entry (workspace_id, seq);
create index grant_entry_by_call on grant_entry (call_id) where call_id is not null;
create trigger grant_entry_is_kept before update or delete on grant_entry for each row execute function refuse_change();

create table instance (
  id           text primary key,
  started_at   bigint not null,
  heartbeat_at bigint not null
);

create table lease (
  seq          bigint generated always as identity,
  id           text primary key,
  subject      text not null,
  instance_id  text not null,
  granted      bigint not null check (granted >= 0),
  consumed     bigint not null default 0 check (consumed between 0 and granted),
  state        text not null check (state in ('open', 'closed')),
  expires_at   bigint,
  kind         text not null default 'instance' check (kind in ('instance', 'batch')),
  batch_id     text unique check ((batch_id is not null) = (kind = 'batch')),
  key_id       text,
  started_at   bigint,
  "window"     text not null default 'balance' check ("window" in ('balance', 'day', 'month', 'total')),
  window_start bigint not null default 0,
  window_end   bigint
);
create index lease_open_by_subject on lease (subject) where state = 'open';
create index lease_open_by_end on lease (expires_at) where state = 'open' and kind = 'instance';

create table call (
  seq           bigint generated always as identity primary key,
  id            text not null unique,
  request_id    text not null,
  workspace_id  text not null,
  key_id        text not null,
  product_sku   text not null,
  model         text not null,
  operation     text not null,
  provider      text not null,
  region        text not null,
  status        integer not null,
  outcome       text not null,
  usage_source  text not null check (usage_source in ('upstream', 'partial', 'estimate', 'none')),
  hold          bigint not null check (hold >= 0),
  charge        bigint not null check (charge between 0 and 1000000000000000000),
  price_from    bigint not null,
  started_at    bigint not null,
  first_byte_ms bigint,
  ended_at      bigint not null,
  instance_id   text not null,
  flags         text not null,
  batch_id      text
);
create index call_by_workspace on call (workspace_id, seq);
create index call_by_request on call (request_id);
create index call_by_batch on call (batch_id) include (charge) where batch_id is not null;
create trigger call_is_kept before update or delete on call for each row execute function refuse_change();

create table charge_line (
  call_id         text not null,
  unit_kind       text not null,
  quantity        bigint not null check (quantity between 0 and 1000000000000),
  unit_price_pico bigint not null check (unit_price_pico >= 0),
  amount_nano     bigint not null check (amount_nano = quantity * (unit_price_pico / 1000)
                                                       + quantity * (unit_price_pico % 1000) / 1000),
  rest_pico       bigint not null check (rest_pico = quantity * (unit_price_pico % 1000) % 1000),
  primary key (call_id, unit_kind)
);
create trigger charge_line_is_kept before update or delete on charge_line for each row execute function refuse_change();

create table open_call (
  call_id     text primary key,
  instance_id text not null,
  settlement  text not null,
  journal_at  bigint not null
);

create table limit_use (
  subject      text not null,
  "window"     text not null check ("window" in ('day', 'month', 'total')),
  window_start bigint not null,
  posted       bigint not null default 0 check (posted >= 0),
  leased       bigint not null default 0 check (leased >= 0),
  primary key (subject, "window", window_start)
);

create table key_use (
  key_id       text primary key,
  workspace_id text not null,
  last_used_at bigint not null,
  model        text not null,
  call_id      text not null
);
create index key_use_by_workspace on key_use (workspace_id);

create table usage_bucket (
  workspace_id text not null,
  bucket_start bigint not null check (bucket_start % 900000 = 0),
  key_id       text not null,
  model        text not null,
  product_sku  text not null,
  operation    text not null,
  status       integer not null,
  calls        bigint not null,
  charge       bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  cache_write_tokens bigint not null,
  cache_write_1h_tokens bigint not null,
  output_tokens bigint not null,
  input_audio_tokens bigint not null,
  output_audio_tokens bigint not null,
  characters bigint not null,
  audio_seconds bigint not null,
  images bigint not null,
  web_searches bigint not null,
  web_fetches bigint not null,
  file_searches bigint not null,
  code_sessions bigint not null,
  requests bigint not null,
  primary key (workspace_id, bucket_start, key_id, model, product_sku, operation, status)
);

create table audit (
  seq        bigint primary key,
  at         bigint not null,
  actor      text not null,
  action     text not null,
  object     text not null,
  diff       text not null,
  request_id text,
  prev_hash  text not null,
  hash       text not null unique
);
create index audit_by_object on audit (object, seq);
create trigger audit_is_kept before update or delete on audit for each row execute function refuse_change();

create table audit_end (
  "only" integer primary key check ("only" = 1),
  seq    bigint not null,
  hash   text not null
);
insert into audit_end values (1, 0, repeat('0', 64));
create trigger audit_end_is_kept before delete on audit_end for each row execute function refuse_change();

create table object (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  kind         text not null,
  spec         text not null check (spec in ('a', 'b')),
  workspace_id text not null,
  provider_id  text,
  upstream_id  text,
  created_at   bigint not null,
  expires_at   bigint,
  deleted_at   bigint,
  -- JSON as text: what callers keep may hold characters that jsonb refuses.
  fields       text not null,
  batch_id     text,
  version      bigint not null default 1
);
create index object_by_workspace on object (workspace_id, kind, spec, seq);
create index object_by_upstream on object (upstream_id, provider_id, kind, spec, workspace_id) where upstream_id is not null;
create unique index object_by_batch on object (batch_id, upstream_id) where batch_id is not null;
create index object_by_expiry on object (expires_at) where expires_at is not null and deleted_at is null;
create index object_deleted on object (deleted_at) where deleted_at is not null;

create table object_item (
  seq       bigint generated always as identity primary key,
  object_id text not null references object (id) on delete cascade,
  part      text not null check (part in ('input', 'output')),
  item_id   text not null,
  body      text not null,
  unique (object_id, part, item_id)
);
create index object_item_by_object on object_item (object_id, part, seq);
create index object_item_by_id on object_item (item_id);

create table epoch (
  one   integer primary key check (one = 1),
  value bigint not null
);
insert into epoch values (1, 0);

create table change (
  area  text not null check (area in ('key', 'workspace', 'account')),
  id    text not null,
  epoch bigint not null,
  primary key (area, id)
);
create index change_by_epoch on change (epoch);

create table batch_claim (
  batch_id    text primary key,
  fence       bigint not null,
  instance_id text not null,
  until       bigint not null
);

-- The value at a path of JSON text. Escapes that jsonb refuses (NUL, halves of surrogate pairs) are looked past.
create function value_at(document text, variadic path text[]) returns jsonb language plpgsql immutable as $$
begin
  return document::jsonb #> path;
exception when others then
  return regexp_replace(replace(document, '\\', '\u005c'), '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::jsonb #> path;
end $$;
create index object_uncharged on object (seq)
  where kind = 'batch' and deleted_at is null and value_at(fields, 'charged') = 'false'::jsonb;
