import type { Mutant } from './mutant.ts';

const tests = ['test/store/postgres-races.test.ts'];

/** Locks of PostgreSQL that are left out. The tests need a PostgreSQL. */
export const postgresMutants: readonly Mutant[] = [
  {
    name: 'race 5: accounts are not locked before leases are closed',
    file: 'src/store/operations/leases.ts',
    find: 'yield* lockAccounts(engine, [...needed]);',
    replace: '',
    tests,
  },
  {
    name: 'race 7: two refunds of one call do not wait for each other',
    file: 'src/store/operations/accounts.ts',
    find: '    yield* lockAccount(engine, workspaceId);\n    const row =',
    replace: '    const row =',
    tests,
  },
  {
    name: 'race 7: two owners leave at once',
    file: 'src/store/operations/people.ts',
    find: "SeenMember): Steps<boolean> {\n    yield* lockOwner(engine, 'member', workspaceId);",
    replace: 'SeenMember): Steps<boolean> {',
    tests,
  },
  {
    name: 'race 7: two events of the audit log follow the same one',
    file: 'src/store/shared/audit-chain.ts',
    find: 'from audit_end ${lock}',
    replace: 'from audit_end',
    tests,
  },
  {
    name: 'race 8: accounts are not locked before calls are settled',
    file: 'src/store/postgres/migrations/0017-true-charge.sql',
    find: '  perform 1 from account where workspace_id in',
    replace: '  perform 1 from account where false and workspace_id in',
    tests,
  },
];
