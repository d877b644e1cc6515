-- 0002: the books. Amounts are nano-credits, prices pico-credits, times epoch milliseconds: integers all.
-- Forward only. Safe: the tables are new. Calls, their lines and entries are never changed or removed: triggers see to it.
-- Locks: none, the tables are new.
-- Undo, if ever: never while a customer's balance depends on it.

create table account (
  workspace_id  text primary key,
  granted       integer not null default 0,
  posted        integer not null default 0 check (posted >= 0),
  leased        integer not null default 0 check (leased >= 0),
  frozen_reason text
) strict;

create table grant_entry (
  seq          integer primary key,
  id           text not null unique,
  workspace_id text not null,
  kind         text not null check (kind in ('grant', 'topup', 'refund', 'adjust', 'expire')),
  amount       integer not null check (amount between -1000000000000000000 and 1000000000000000000),
  external_id  text not null unique,
  call_id      text check ((call_id is not null) = (kind = 'refund')),
  reason       text not null,
  actor        text not null,
  created_at   integer not null,
  check (case kind when 'adjust' then amount <> 0 when 'expire' then amount < 0 else amount > 0 end)
) strict;

create index grant_entry_by_workspace on grant_entry (workspace_id, seq);
create index grant_entry_by_call on grant_entry (call_id) where call_id is not null;

create table instance (
  id           text primary key,
  started_at   integer not null,
  heartbeat_at integer not null
) strict;

-- What a process may spend of an account without asking again. On this store one process leases whole balances.
create table lease (
  id          text primary key,
  subject     text not null,
  instance_id text not null,
  granted     integer not null check (granted >= 0),
  consumed    integer not null default 0 check (consumed between 0 and granted),
  state       text not null check (state in ('open', 'closed')),
  expires_at  integer
) strict;

create index lease_open_by_subject on lease (subject) where state = 'open';

create table call (
  seq           integer primary key,
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
  -- Not `in (…)`: for that SQLite makes and drops a table at each call that is written.
  usage_source  text not null check (usage_source = 'upstream' or usage_source = 'partial'
                                     or usage_source = 'estimate' or usage_source = 'none'),
  hold          integer not null check (hold >= 0),
  charge        integer not null check (charge between 0 and 1000000000000000),
  price_from    integer not null,
  started_at    integer not null,
  first_byte_ms integer,
  ended_at      integer not null,
  instance_id   text not null,
  flags         text not null
) strict;

create index call_by_workspace on call (workspace_id, seq);
create index call_by_request on call (request_id);

create table charge_line (
  call_id         text not null,
  unit_kind       text not null,
  quantity        integer not null check (quantity between 0 and 1000000000000),
  unit_price_pico integer not null check (unit_price_pico >= 0),
  amount_pico     integer not null check (amount_pico = quantity * unit_price_pico),
  primary key (call_id, unit_kind)
) strict, without rowid;

create trigger call_is_not_changed before update on call
  begin select raise(abort, 'the ledger is append-only: a call is not changed'); end;
create trigger call_is_not_removed before delete on call
  begin select raise(abort, 'the ledger is append-only: a call is not removed'); end;
create trigger charge_line_is_not_changed before update on charge_line
  begin select raise(abort, 'the ledger is append-only: a charge line is not changed'); end;
create trigger charge_line_is_not_removed before delete on charge_line
  begin select raise(abort, 'the ledger is append-only: a charge line is not removed'); end;
create trigger grant_entry_is_not_changed before update on grant_entry
  begin select raise(abort, 'the ledger is append-only: an entry is not changed'); end;
create trigger grant_entry_is_not_removed before delete on grant_entry
  begin select raise(abort, 'the ledger is append-only: an entry is not removed'); end;

-- Running calls as far as they have come, in the shape in which they would be settled: a crash does not make them free.
create table open_call (
  call_id     text primary key,
  instance_id text not null,
  settlement  text not null check (json_valid(settlement)),
  journal_at  integer not null
) strict, without rowid;

create table limit_use (
  subject      text not null,
  window       text not null check (window in ('day', 'month', 'total')),
  window_start integer not null,
  posted       integer not null default 0 check (posted >= 0),
  leased       integer not null default 0 check (leased >= 0),
  primary key (subject, window, window_start)
) strict, without rowid;

create table key_use (
  key_id       text primary key,
  workspace_id text not null,
  last_used_at integer not null,
  model        text not null,
  call_id      text not null
) strict, without rowid;

-- 15 minutes: the longest time of which every zone's hours, days and months are made.
create table usage_bucket (
  workspace_id          text not null,
  bucket_start          integer not null check (bucket_start % 900000 = 0),
  key_id                text not null,
  model                 text not null,
  product_sku           text not null,
  operation             text not null,
  status                integer not null,
  calls                 integer not null,
  charge                integer not null,
  input_tokens          integer not null,
  cached_input_tokens   integer not null,
  cache_write_tokens    integer not null,
  cache_write_1h_tokens integer not null,
  output_tokens         integer not null,
  input_audio_tokens    integer not null,
  output_audio_tokens   integer not null,
  characters            integer not null,
  audio_seconds         integer not null,
  images                integer not null,
  requests              integer not null,
  primary key (workspace_id, bucket_start, key_id, model, product_sku, operation, status)
) strict, without rowid;
