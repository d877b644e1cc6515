-- 0003: people who sign in, their passkeys, sessions and tickets; the program that used a key last; alerts and their messages.
-- As the embedded database has them after its migrations 0016 and 0017: the same tables and columns.
-- Forward only. Safe: the tables are new.
-- Locks: none, the tables are new; members get an index, which their writes wait for.
-- Undo, if ever: a later file drops the tables; all people sign in anew, by a link of the command line, and no alerts are sent.

create table person (
  seq               bigint generated always as identity primary key,
  id                text not null unique,
  email             text not null,
  email_folded      text not null unique,
  name              text not null,
  operator          integer not null check (operator in (0, 1)),
  password_hash     text,
  totp_secret       text,
  totp_confirmed    integer not null check (totp_confirmed in (0, 1)),
  totp_last_step    bigint not null,
  disabled_at       bigint,
  created_at        bigint not null,
  last_signed_in_at bigint,
  version           bigint not null
);

create index member_by_email on member (email_folded);

create table passkey (
  seq           bigint generated always as identity primary key,
  id            text not null unique,
  person_id     text not null references person (id),
  credential_id text not null unique,
  public_key    text not null,
  counter       bigint not null,
  transports    text not null,
  name          text not null,
  created_at    bigint not null,
  last_used_at  bigint
);

create index passkey_by_person on passkey (person_id);

create table session (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  hash         text not null unique,
  person_id    text not null references person (id),
  method       text not null,
  client       text,
  created_at   bigint not null,
  last_used_at bigint not null,
  expires_at   bigint not null
);

create index session_by_person on session (person_id);
create index session_by_end on session (expires_at);

create table ticket (
  hash       text primary key,
  kind       text not null,
  person_id  text references person (id),
  data       text not null,
  expires_at bigint not null
);

create index ticket_by_end on ticket (expires_at);

create table key_client (
  key_id  text primary key references api_key (id),
  client  text not null,
  seen_at bigint not null
);

create table alert (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  workspace_id text not null references workspace (id),
  watched      text not null,
  key_id       text references api_key (id),
  thresholds   text not null,
  channel      text not null check (channel in ('email', 'webhook')),
  target       text not null,
  secret       text,
  enabled      integer not null check (enabled in (0, 1)),
  created_at   bigint not null
);

create index alert_by_workspace on alert (workspace_id, seq);

create table delivery (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  alert_id     text not null references alert (id) on delete cascade,
  workspace_id text not null,
  threshold    bigint,
  window_start bigint not null,
  used         bigint not null,
  allowed      bigint not null,
  state        text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts     bigint not null,
  problem      text,
  created_at   bigint not null,
  delivered_at bigint,
  next_try_at  bigint
);

-- Test messages have no threshold, and nulls are all different.
create unique index delivery_once on delivery (alert_id, window_start, threshold);
create index delivery_by_workspace on delivery (workspace_id, seq);
create index delivery_by_alert on delivery (alert_id, seq);
create index delivery_due on delivery (next_try_at) where next_try_at is not null;
