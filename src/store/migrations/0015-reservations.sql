-- 0015: credit that is set aside for a batch is a lease of its own, and instances may lease a part of a limit.
-- Forward only. Safe: columns with a default. Batches that are not charged yet get the lease that their record says.
-- Locks: the database, while the objects are read once and the calls of each open batch are summed.
-- Undo, if ever: only after all batches are charged; earlier releases set aside again what the records of batches say.
-- Of such a lease is drawn already what lines were charged; the next start gives back what earlier processes had leased.

-- `instance`: what an instance may spend. `batch`: what the lines of a batch may cost; it has no end of its own.
alter table lease add column kind text not null default 'instance' check (kind in ('instance', 'batch'));
alter table lease add column batch_id text check ((batch_id is not null) = (kind = 'batch'));
-- Of a batch: whose limits it counts in, and in the windows of which moment.
alter table lease add column key_id text;
alter table lease add column started_at integer;
-- Of a limit: its window. `balance`: of the account.
alter table lease add column window text not null default 'balance' check (window in ('balance', 'day', 'month', 'total'));
alter table lease add column window_start integer not null default 0;
alter table lease add column window_end integer;
create unique index lease_of_batch on lease (batch_id) where batch_id is not null;

insert into lease (id, subject, instance_id, granted, consumed, state, expires_at, kind, batch_id, key_id, started_at)
  select 'batch:' || id, workspace_id, '', reserved, min(reserved, charged), 'open', null, 'batch', id, key_id, created_at
  from (select id, workspace_id, created_at, json_extract(fields, '$.payer.keyId') as key_id,
               cast(json_extract(fields, '$.reserved') as integer) as reserved,
               coalesce((select sum(charge) from call where batch_id = object.id), 0) as charged
          from object where kind = 'batch' and deleted_at is null and json_extract(fields, '$.charged') = 0
            and json_type(fields, '$.payer.keyId') = 'text' and json_type(fields, '$.reserved') = 'text'
            and json_extract(fields, '$.reserved') not glob '*[^0-9]*' and json_extract(fields, '$.reserved') <> '');

insert into account (workspace_id, leased)
  select subject, sum(granted - consumed) from lease where kind = 'batch' group by subject
  on conflict (workspace_id) do update set leased = leased + excluded.leased;
