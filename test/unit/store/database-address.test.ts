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

  it.each([
    ['?sslmode=require', '?sslmode=verify-full'],
    ['?sslmode=prefer&connect_timeout=1', '?sslmode=verify-full&connect_timeout=1'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?sslmode=require&uselibpqcompat=false', '?sslmode=verify-full&uselibpqcompat=false'],
    ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
    ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
  ])('with %s is used with %s', (query, used) => {
    expect(addressOf(`postgres://host/db${query}`).connectionString).toBe(`postgres://host/db${used}`);
  });
});
