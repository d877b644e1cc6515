-- 0013: a call says which batch it is a line of. Until now its lines were found again by the time at which the batch was made.
-- Forward only. Safe: no amount changes. Calls of the batches that are known here are found by that time once more, and get their batch.
-- Locks: the database, while the objects are read once and the calls of each batch are looked up by request id.
-- Undo, if ever: a later file drops the index and the column; earlier releases still find lines by time, and would need it unique.
-- A batch that is open during the upgrade goes on: what its lines were charged is still taken off what is set aside for it. Only
-- lines that a killed process had not posted yet get no batch; so much more is set aside until their batch is charged.

alter table call add column batch_id text;

drop trigger call_is_not_changed;
update call set batch_id = batch.id
  from (select id, workspace_id, created_at, json_extract(fields, '$.payer.requestId') as request_id,
               json_extract(fields, '$.payer.operation') as operation, json_extract(fields, '$.payer.keyId') as key_id
          from object where kind = 'batch') as batch
  where call.request_id = batch.request_id and call.workspace_id = batch.workspace_id and call.key_id = batch.key_id
    and call.operation = batch.operation and call.started_at = batch.created_at and call.product_sku <> 'unbilled';
create trigger call_is_not_changed before update on call
  begin select raise(abort, 'the ledger is append-only: a call is not changed'); end;

-- With the charge, so that the sum of a batch of many lines reads the index alone.
create index call_by_batch on call (batch_id, charge) where batch_id is not null;
