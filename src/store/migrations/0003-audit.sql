-- 0003: who changed what. Every row carries the hash of the one before, so that a change made behind our back shows.
-- Forward only. Safe: the table is new.
-- Locks: none, the table is new.
-- Undo, if ever: a later file drops the table; only the record of changes is lost.

create table audit (
  seq        integer primary key,
  at         integer not null,
  actor      text not null,
  action     text not null,
  object     text not null,
  diff       text not null,
  request_id text,
  prev_hash  text not null,
  hash       text not null unique
) strict;

create index audit_by_object on audit (object, seq);

create trigger audit_is_not_changed before update on audit
  begin select raise(abort, 'the audit log is append-only: a row is not changed'); end;
create trigger audit_is_not_removed before delete on audit
  begin select raise(abort, 'the audit log is append-only: a row is not removed'); end;
