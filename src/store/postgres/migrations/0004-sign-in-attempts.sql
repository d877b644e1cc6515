-- 0004: attempts to sign in, which slow the next ones down on every instance. As migration 0018 of the embedded database.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; sign-in is no longer delayed after wrong passwords.

create table sign_in_attempt (
  name     text primary key,
  failures bigint not null,
  first_at bigint not null,
  last_at  bigint not null
);

create index sign_in_attempt_by_time on sign_in_attempt (last_at);
