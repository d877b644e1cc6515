-- 0007: what a translation could not carry, for each call.
-- Forward only. Safe: a column with a default, and a function. Earlier calls have none.
-- Locks: `call`, for a moment.
-- Undo, if ever: a later file drops the column and puts the function back.

alter table call add column losses text not null default '';

-- The places of a row are those of `src/store/shared/settle-row.ts`.
create or replace function add_call(given jsonb, instance text) returns boolean language plpgsql as $$
begin
  insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, flags, status,
                    price_from, started_at, ended_at, first_byte_ms, outcome, usage_source, hold, charge, batch_id, losses,
                    instance_id)
    values (given ->> 0, given ->> 1, given ->> 2, given ->> 3, given ->> 4, given ->> 5, given ->> 6, given ->> 7, given ->> 8,
            given ->> 9, (given ->> 10)::integer, (given ->> 11)::bigint, (given ->> 12)::bigint, (given ->> 13)::bigint,
            (given ->> 14)::bigint, given ->> 15, given ->> 16, (given ->> 17)::bigint, (given ->> 18)::bigint, given ->> 21,
            coalesce(given ->> 22, ''), instance)
    on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  insert into charge_line (call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico)
    select given ->> 0, kind, quantity, price, quantity * (price / 1000) + quantity * (price % 1000) / 1000,
           quantity * (price % 1000) % 1000
      from (select line ->> 0 as kind, (line ->> 1)::bigint as quantity, (line ->> 2)::bigint as price
              from jsonb_array_elements(given -> 20) as line) as lines;
  return true;
end $$;
