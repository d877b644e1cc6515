import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/store/postgres/open-postgres-store.ts';

describe('the address of the database', () => {
  it.each([
    'diglot:12,34@host/db',
    'diglot:,secret@host/db',
    'dig,lot:secret@host/db',
    'diglot:a&host=b,c@host/db',
    'diglot:a@b,c@host/db?application_name=a,b',
    'host/db,b',
  ])('names one host, whatever else has a comma: %s', (address) => {
    expect(addressOf(`postgres://${address}`).connectionString).toBe(`postgres://${address}`);
  });

  it.each([
    'one,two/db',
    'one,two',
    'one:5432,two:5432?sslmode=require',
    'diglot:a,b@one,two/db',
    '[::1]:5432,two/db',
    'diglot@/db?host=one,two',
    'diglot@/db?sslmode=require&host=one%2Ctwo',
  ])('that names several hosts is refused: %s', (address) => {
    expect(() => addressOf(`postgres://${address}`)).toThrow('names several hosts');
  });
});
