-- 0011: charges up to 10^9 credits, and four more unit kinds: searches of the web, pages fetched, searches of files, code sessions.
-- Forward only. Safe: every row is kept. A line's amount is written in two parts, for in pico-credits a large one fits no integer.
-- Locks: the database, while calls and their lines are copied: half a minute for a million calls, and room on the disk for both copies.
-- Undo, if ever: only while no call was charged more than 10^6 credits.

create table new_call (
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
  charge        integer not null check (charge between 0 and 1000000000000000000),
  price_from    integer not null,
  started_at    integer not null,
  first_byte_ms integer,
  ended_at      integer not null,
  instance_id   text not null,
  flags         text not null
) strict;

insert into new_call (seq, id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, status,
                      outcome, usage_source, hold, charge, price_from, started_at, first_byte_ms, ended_at, instance_id, flags)
  select seq, id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, status,
         outcome, usage_source, hold, charge, price_from, started_at, first_byte_ms, ended_at, instance_id, flags
    from call order by seq;

-- The triggers and indexes of a table go with it.
drop table call;
alter table new_call rename to call;

create index call_by_workspace on call (workspace_id, seq);
create index call_by_request on call (request_id);

-- The amount is amount_nano nano-credits and rest_pico pico-credits.
create table new_charge_line (
  call_id         text not null,
  unit_kind       text not null,
  quantity        integer not null check (quantity between 0 and 1000000000000),
  unit_price_pico integer not null check (unit_price_pico >= 0),
  amount_nano     integer not null check (amount_nano = quantity * (unit_price_pico / 1000)
                                                        + quantity * (unit_price_pico % 1000) / 1000),
  rest_pico       integer not null check (rest_pico = quantity * (unit_price_pico % 1000) % 1000),
  primary key (call_id, unit_kind)
) strict, without rowid;

insert into new_charge_line (call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico)
  select call_id, unit_kind, quantity, unit_price_pico, amount_pico / 1000, amount_pico % 1000
    from charge_line order by call_id, unit_kind;

drop table charge_line;
alter table new_charge_line rename to charge_line;

create trigger call_is_not_changed before update on call
  begin select raise(abort, 'the ledger is append-only: a call is not changed'); end;
create trigger call_is_not_removed before delete on call
  begin select raise(abort, 'the ledger is append-only: a call is not removed'); end;
create trigger charge_line_is_not_changed before update on charge_line
  begin select raise(abort, 'the ledger is append-only: a charge line is not changed'); end;
create trigger charge_line_is_not_removed before delete on charge_line
  begin select raise(abort, 'the ledger is append-only: a charge line is not removed'); end;

alter table usage_bucket add column web_searches integer not null default 0;
alter table usage_bucket add column web_fetches integer not null default 0;
alter table usage_bucket add column file_searches integer not null default 0;
alter table usage_bucket add column code_sessions integer not null default 0;
