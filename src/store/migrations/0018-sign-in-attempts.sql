-- 0018: attempts to sign in, which slow the next ones down. They were counted in memory before.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; sign-in is no longer delayed after wrong passwords.

create table sign_in_attempt (
  name     text primary key,
  failures integer not null,
  first_at integer not null,
  last_at  integer not null
) strict;

create index sign_in_attempt_by_time on sign_in_attempt (last_at);
