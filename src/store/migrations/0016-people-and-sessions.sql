-- 0016: people who sign in, their passkeys and sessions, tickets for one use, and the program that used a key last.
-- Forward only. Safe: the tables are new.
-- Locks: none, the tables are new.
-- Undo, if ever: a later file drops the tables; everybody signs in anew, by a link of the command line.

create table person (
  seq               integer primary key,
  id                text not null unique,
  email             text not null,
  email_folded      text not null unique,
  name              text not null,
  operator          integer not null check (operator in (0, 1)),
  password_hash     text,
  totp_secret       text,
  totp_confirmed    integer not null check (totp_confirmed in (0, 1)),
  totp_last_step    integer not null,
  disabled_at       integer,
  created_at        integer not null,
  last_signed_in_at integer,
  version           integer not null
) strict;

create index member_by_email on member (email_folded);

create table passkey (
  seq           integer primary key,
  id            text not null unique,
  person_id     text not null references person (id),
  credential_id text not null unique,
  public_key    text not null,
  counter       integer not null,
  transports    text not null,
  name          text not null,
  created_at    integer not null,
  last_used_at  integer
) strict;

create index passkey_by_person on passkey (person_id);

create table session (
  seq          integer primary key,
  id           text not null unique,
  hash         text not null unique,
  person_id    text not null references person (id),
  method       text not null,
  client       text,
  created_at   integer not null,
  last_used_at integer not null,
  expires_at   integer not null
) strict;

create index session_by_person on session (person_id);
create index session_by_end on session (expires_at);

create table ticket (
  hash       text primary key,
  kind       text not null,
  person_id  text references person (id),
  data       text not null,
  expires_at integer not null
) strict;

create index ticket_by_end on ticket (expires_at);

create table key_client (
  key_id  text primary key references api_key (id),
  client  text not null,
  seen_at integer not null
) strict;
