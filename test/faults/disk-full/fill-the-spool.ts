/** Run in a mount namespace of its own, on a small disk: fills it with the spool and prints what happened. */
import { join } from 'node:path';
import { makeSpool, takeOverSpool } from '../../../src/store/postgres/spool.ts';

const folder = join(process.argv[2] ?? '', 'settled');
const spool = makeSpool({ folder, instanceId: 'inst_one', mostBytes: Infinity });
const acknowledged: string[] = [];
for (let number = 0, refusals = 0; refusals < 3; number += 1) {
  const text = JSON.stringify([number, 'x'.repeat(9_999)]);
  const isWritten = await spool.write(text).then(
    () => true,
    () => false,
  );
  if (isWritten) acknowledged.push(text);
  else refusals += 1;
}

const found: string[] = [];
let damaged = 0;
for await (const { calls, damagedLines, done } of takeOverSpool({ folder, instanceId: 'inst_next' })) {
  found.push(...calls.map(({ text }) => text));
  damaged += damagedLines;
  await done();
}
// There is room again.
await spool.write('["last"]');
let last = 0;
for await (const { calls } of takeOverSpool({ folder, instanceId: 'inst_next' })) last += calls.length;
console.log(
  JSON.stringify({
    many: acknowledged.length > 1000,
    lost: acknowledged.filter((text) => !found.includes(text)).length,
    damaged,
    last,
  }),
);
