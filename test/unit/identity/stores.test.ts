import { expect, it } from 'vitest';
import { compareAndSwap } from '../../../src/identity/stores.ts';

it('repeats a change until no other one came first', async () => {
  const answers = [null, null, 'kept', 'never asked for'];
  expect(await compareAndSwap('key ci', async () => answers.shift() ?? null)).toBe('kept');
  expect(answers).toEqual(['never asked for']);
});

it('ends with a conflict where others are quicker all the time, and lets every failure through', async () => {
  let attempts = 0;
  const lose = async (): Promise<null> => {
    attempts += 1;
    return null;
  };
  await expect(compareAndSwap('key ci', lose)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The key ci is being changed by others at this moment. Try again.',
  });
  expect(attempts).toBe(50);
  await expect(compareAndSwap('key ci', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
});
