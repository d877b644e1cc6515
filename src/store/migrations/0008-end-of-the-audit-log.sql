-- 0008: where the audit log ends, so that rows taken from its end show: a chain alone only shows what is missing before.
-- Forward only. Safe: the table is new; the end is taken from the log as it stands.
-- Locks: none to speak of, one row is read and one written.
-- Undo, if ever: a later file drops the table; only what is taken from the end goes unnoticed then.

create table audit_end (
  only integer primary key check (only = 1),
  seq  integer not null,
  hash text not null
) strict;

insert into audit_end
  select 1, coalesce(max(seq), 0), coalesce((select hash from audit order by seq desc limit 1), printf('%064d', 0)) from audit;

create trigger audit_end_is_not_removed before delete on audit_end
  begin select raise(abort, 'the audit log is append-only: its end is not removed'); end;
