import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { goodEnvironment, goodFile, problemsAfter, problemsOf } from './load-text.ts';

/** Each has a secret where something else is wrong. */
const secretly: readonly string[] = [
  'storage: { database: "postgres://u:CANARY@db/diglot" }',
  'storage: { database: "postgress://u:CANARY@db/diglot" }',
  'storage: { database: "postgress://db/diglot?password=CANARY" }',
  'storage: { drive: "s4://x?secret=CANARY" }',
  'server: { seal_keys: [CANARY] }',
  'server: { public_url: "ftp://u:CANARY@x" }',
  'mail: { smtp: "user:CANARY", from: x@example.com }',
  'telemetry: { traces: { endpoint: "ftp://u:CANARY@x" } }',
  'telemetry: { traces: { endpoint: "http://x", headers: { X-Token: CANARY } } }',
  'telemetry: { traces: { endpoint: "http://x", headers: { x-token: [CANARY] } } }',
  'sign_in: { oidc: [{ id: g, name: G, issuer: "http://u:CANARY@x", client_id: i }] }',
  'providers: [{ id: p, spec: a, base_url: "http://x", headers: { Authorization: CANARY } }]',
  'providers: [{ id: p, spec: a, base_url: "https://u:CANARY@x/v1?key=CANARY" }]',
  'bootstrap: { workspaces: [{ id: w }], keys: [{ workspace: w, name: n, secret: CANARY }] }',
  'bootstrap: { workspaces: [{ id: w }], keys: [{ workspace: CANARY, name: n, secret: "12345678" }] }',
  'providers: [{ id: p, spec: a, base_url: "http://x", credential: { header: "CANARY +", value: v } }]',
  'providers: [{ id: p, spec: a, base_url: "http://x", credential: { header: x-key, scheme: "CANARY +", value: v } }]',
  'providers: [{ id: p, spec: a, base_url: "http://x", credential: { type: entra-secret, tenant_id: "CANARY +" } }]',
  'mail: *CANARY',
  'mail: !CANARY',
  'mail: { smtp: |CANARY',
  'mail: { smtp: x }} CANARY',
  'mail: { smtp: "a\\CANARY" }',
  'mail: { smtp: "a\\UCANARYz" }',
  '%YAML CANARY\n---\nserver: {}',
  '%TAG CANARY\n---\nserver: {}',
];

/** Names where a secret was written without its own name, or without the space before its value. */
const names: readonly string[] = [
  'providers: [{ id: p, spec: a, base_url: "https://x", credential: { header: x-key, CANARY } }]',
  'providers: [{ id: p, spec: a, base_url: "https://x", credential: { type: entra-secret, CANARY: x } }]',
  'providers: [{ id: p, spec: a, base_url: "https://x", credential: { CANARY } }]',
  'providers: [{ id: p, spec: a, base_url: "https://x", headers: { CANARY } }]',
  'providers: [{ id: p, spec: a, base_url: "https://x", headers: { "CANARY +": v } }]',
  'telemetry: { traces: { endpoint: "http://x", headers: { CANARY } } }',
  'bootstrap: { workspaces: [{ id: w }], keys: [{ workspace: w, name: n, CANARY }] }',
  'mail: { smtp://u:CANARY@host, from: x@example.com }',
  'storage: { postgres://u:CANARY@host/db }',
  'storage: { postgres://host/db?password=CANARY }',
];

/** A text where a mapping or a list belongs: often a key that was written one level too high. */
const misplaced: readonly string[] = [
  'server: CANARY',
  'server: { metrics: CANARY }',
  'server: { cors_origins: CANARY }',
  'providers: CANARY',
  'providers: [CANARY]',
  'providers: [{ id: p, spec: a, base_url: "https://x", credential: CANARY }]',
  'providers: [{ id: p, spec: a, base_url: "https://x", guardrail: CANARY }]',
  'models: [{ id: m, product: p, targets: [CANARY] }]',
  'products: [{ sku: p, prices: [{ from: 2026-01-01T00:00:00Z, input_tokens: CANARY }] }]',
  'bootstrap: { keys: [CANARY] }',
  'bootstrap: { keys: CANARY }',
  'sign_in: { oidc: [CANARY] }',
  'sign_in: { oidc: CANARY }',
  'mail: CANARY',
  'alerts: CANARY',
  'telemetry: { traces: CANARY }',
  'log: { levels: CANARY }',
];

/** Texts that may be shown as they are written, but not when they came from the environment or a file. */
const replaced: readonly string[] = [
  'server: { host: "CANARY/" }',
  'server: { port: "CANARY" }',
  'regions: ["CANARY "]',
  'storage: { database: "CANARY" }',
  'log: { level: "CANARY" }',
  'mail: &key "CANARY"\nlog: { level: *key }',
  'bootstrap: { workspaces: [{ id: w, plan: "CANARY" }] }',
  'models: [{ id: m, product: "CANARY", targets: [{ provider: "CANARY", region: "CANARY" }] }]',
];

describe('a configuration file with problems', () => {
  it.each([...secretly, ...names, ...misplaced])('shows no secret in what it says of %s', async (text) => {
    const problems = await problemsOf(`${text}\n`, { environment: {} });
    expect(problems).not.toEqual([]);
    expect(problems.join('\n')).not.toContain('CANARY');
  });

  it.each([...secretly, ...misplaced, ...replaced])(
    'shows nothing of the environment in what it says of %s',
    async (text) => {
      const problems = await problemsOf(`${text.replaceAll('CANARY', '${KEY}')}\n`, {
        environment: { KEY: 'canary-0123456789' },
      });
      expect(problems).not.toEqual([]);
      expect(problems.join('\n')).not.toContain('canary');
    },
  );

  it('names the variable instead of what it holds', async () => {
    const text = 'bootstrap: { workspaces: [{ id: w, plan: "${PLAN}" }] }\n';
    expect(await problemsOf(text, { environment: { PLAN: 'canary-0123456789' } })).toEqual([
      'file:1:42  bootstrap.workspaces[0].plan — names no plan of this file: ${PLAN}.',
    ]);
  });

  it('says that a variable is empty', async () => {
    expect(await problemsOf(goodFile, { environment: { OPENAI_KEY: '' } })).toEqual([
      'file:5:65  providers[0].credential.value — must not be empty.',
    ]);
  });

  it('is in order to begin with', async () => {
    expect(await problemsOf(goodFile, { environment: goodEnvironment })).toEqual([]);
  });

  it.each([
    [
      'an unknown setting',
      'server:\n  prot: 9000\n',
      'file:2:3  server.prot — is not a setting; known here: host, port, workers, public_url, metrics, cors_origins, seal_keys, shutdown. Did you mean port?',
    ],
    [
      'an unknown section',
      'sever: {}\n',
      'file:1:1  sever — is not a setting of this file; known here: server, storage, limits, regions, providers, models, default_model, products, plans, sign_in, mail, alerts, telemetry, log, bootstrap. Did you mean server?',
    ],
    [
      'an unknown area of the log',
      'log:\n  levels: { upsteam: debug }\n',
      'file:2:13  log.levels.upsteam — is not a setting; known here: alerts, batches, calls, config, control, drive, keys, ledger, process, store, traces, upstream. Did you mean upstream?',
    ],
    [
      'a value out of range',
      'server:\n  port: 99999\n',
      'file:2:9  server.port — must be a whole number from 0 to 65535; you wrote 99999.',
    ],
    [
      'a value of the wrong kind',
      'limits: { voice_seconds: soon }\n',
      'file:1:26  limits.voice_seconds — must be a whole number of seconds; you wrote "soon".',
    ],
    [
      'a fraction where whole numbers count',
      'limits:\n  voice_request_bytes: 1.5\n',
      'file:2:24  limits.voice_request_bytes — must be a whole number of bytes; you wrote 1.5.',
    ],
    ['a section that is a list', 'server: [1]\n', 'file:1:1  server — must be a mapping of names to values.'],
    [
      'a document that is a text',
      'hello\n',
      'file:1:1  the document must be a mapping of names to values, such as server:.',
    ],
    [
      'an alias without an anchor',
      'server: {}\nmail: *nothing\n',
      'file:2:7  repeats a value that is not named with & above it. Put quotes around a value that begins with *.',
    ],
    [
      'a name that is an alias without an anchor',
      'server: {}\n*nothing : 1\n',
      'file:2:1  repeats a value that is not named with & above it. Put quotes around a value that begins with *.',
    ],
    [
      'a value that repeats itself',
      'regions: &all\n  - *all\n',
      'file:2:5  repeats a value that it is itself a part of.',
    ],
    [
      'an alias without an anchor in a value that is repeated',
      'regions: &all\n  - *none\nserver: *all\n',
      'file:2:5  repeats a value that is not named with & above it. Put quotes around a value that begins with *.',
    ],
    [
      'aliases that repeat others many times',
      Array.from({ length: 20 }, (_, row) => `a${row}: &a${row} [${row ? `*a${row - 1},`.repeat(10) : 1}]\n`).join(''),
      'file:7:10  repeats too much: all that the file repeats has more than 1048576 characters. Repeat less here.',
    ],
    [
      'a tag',
      'server: !!binary aGVsbG8=\n',
      'file:1:9  has a tag, which nothing here needs. Remove it, or put quotes around a value that begins with !.',
    ],
    [
      'a second document',
      'server: {}\n---\nmail: null\n',
      'file:2:1  begins a second document, but the file is one. Remove this line.',
    ],
    ['a name that was written twice', 'server: {}\nserver: {}\n', 'file:2:1  Map keys must be unique.'],
    [
      'a database of an unknown kind',
      'storage:\n  database: mysql://x\n',
      'file:2:13  storage.database — must be sqlite:path or postgres://user@host/name; you wrote "mysql://x".',
    ],
    [
      'a shared database without the keys that its instances share',
      'storage:\n  database: postgres://db/diglot\n',
      'file:2:13  storage.database — is shared by instances, which need the same server.seal_keys: set them too, at least 32 characters each; you wrote "postgres://db/diglot".',
    ],
    [
      'an address that is none',
      'server:\n  public_url: models.example.com\n',
      'file:2:15  server.public_url — must be an http or https address, for example https://models.example.com; you wrote "models.example.com".',
    ],
    [
      'a time zone that is an offset, and knows no summer time',
      'bootstrap:\n  workspaces:\n    - id: acme\n      time_zone: "+02:00"\n',
      'file:4:18  bootstrap.workspaces[0].time_zone — must be an IANA time zone, for example Europe/Berlin; you wrote "+02:00".',
    ],
    [
      'a time zone that is none',
      'bootstrap:\n  workspaces:\n    - id: acme\n      time_zone: Mars/Olympus\n',
      'file:4:18  bootstrap.workspaces[0].time_zone — must be an IANA time zone, for example Europe/Berlin; you wrote "Mars/Olympus".',
    ],
  ])('says line and column of %s', async (_, text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  it.each([
    ['https://me:word@x.example', 'must not hold a user or password'],
    ['https://x.example/?', 'must end with the path: no ? and no #'],
    ['https://x.example/#a', 'must end with the path: no ? and no #'],
  ])('lets no address that paths are added to be %s', async (address, message) => {
    const texts = {
      'server.public_url': `server: { public_url: "${address}" }`,
      'telemetry.traces.endpoint': `telemetry: { traces: { endpoint: "${address}" } }`,
      'sign_in.oidc[0].issuer': `sign_in: { oidc: [{ id: a, name: A, client_id: c, issuer: "${address}" }] }`,
    };
    for (const [path, text] of Object.entries(texts))
      expect(await problemsOf(text)).toEqual([expect.stringContaining(`${path} — ${message}`)]);
  });

  it('takes no name for this machine because it begins with 127', async () => {
    const issuer = (address: string): string =>
      `sign_in: { oidc: [{ id: a, name: A, client_id: c, issuer: "${address}" }] }`;
    expect(await problemsOf(issuer('http://127.idp.example.com'))).toEqual([
      expect.stringContaining('sign_in.oidc[0].issuer — must be https'),
    ]);
    for (const here of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:8080/realm'])
      expect(await problemsOf(issuer(here))).toEqual([]);
  });

  it.each([
    ['storage: { database: "postgres://u@h:99999/d" }', 'storage.database — must be an address'],
    [
      'storage: { database: "sqlite::memory:" }',
      'storage.database — loses all keys, calls and credits at a stop; name',
    ],
    ['mail: { smtp: "smtp://h:99999", from: a@b.example }', 'mail.smtp — must have a host, and a port from 1 to 65535'],
    ['mail: { smtp: "smtp://h:0", from: a@b.example }', 'mail.smtp — must have a host, and a port from 1 to 65535'],
    ['mail: { smtp: "smtps://user@", from: a@b.example }', 'mail.smtp — must have a host, and a port from 1 to 65535'],
    ['mail: { smtp: "http://h", from: a@b.example }', 'mail.smtp — must be smtp://user:password@host:587 or smtps:'],
    ['mail: { smtp: "smtp://h", from: "A\\nB <a@b.example>" }', 'mail.from — must be one line with an address'],
    ['mail: { smtp: "smtp://h", from: Diglot }', 'mail.from — must be one line with an address'],
    [
      'sign_in: { oidc: [{ id: a, name: A, client_id: c, issuer: "https://x.example", scopes: [email] }] }',
      'sign_in.oidc[0].scopes — must have openid, without which no provider says who signs in',
    ],
    ['storage: { drive: "s3://b?region=r" }', 'storage.drive — names no bucket: a name has 3 to 63'],
    ['server: { port: 9000, metrics: { port: 9000 } }', 'server.metrics.port — is the port of the gateway itself'],
    ['server: { host: 0.0.0.0, port: 9000, metrics: { port: 9000 } }', 'server.metrics.port — is the port of'],
    ['server: { host: localhost, port: 9000, metrics: { port: 9000 } }', 'server.metrics.port — is the port of'],
    [
      'server: { host: "::1", port: 9000, metrics: { host: "::", port: 9000 } }',
      'server.metrics.port — is the port of',
    ],
  ])('are found before a start fails of them: %s', async (text, problem) => {
    expect((await problemsOf(`${text}\n`)).join('\n')).toContain(problem);
  });

  it('are not found where two addresses share a port', async () => {
    expect(await problemsOf('server: { host: 127.0.0.2, port: 9000, metrics: { port: 9000 } }\n')).toEqual([]);
    expect(await problemsOf('server: { port: 0, metrics: { port: 0 } }\n')).toEqual([]);
    expect(await problemsOf('server: { host: 0.0.0.0, port: 9000, metrics: { host: "::1", port: 9000 } }\n')).toEqual(
      [],
    );
  });

  it.each([
    'postgres://diglot:pw@/diglot?host=/var/run/postgresql',
    'postgres://diglot:pw@/diglot?host=/cloudsql/project:region:instance',
    'postgres:///diglot?host=/var/run/postgresql',
  ])('are not found in the address of a socket: %s', async (database) => {
    const text = `server: { seal_keys: [${'x'.repeat(32)}] }\nstorage: { database: "${database}" }\n`;
    expect(await problemsOf(text)).toEqual([]);
  });

  it('says them of every problem at once', async () => {
    expect(await problemsOf('server:\n  port: -1\n  hots: x\n')).toHaveLength(2);
  });

  it('points at the row where a member is missing', async () => {
    expect(await problemsAfter('    product: chat-small\n', '')).toEqual([
      'file:8:5  models[0].product — is required.',
    ]);
  });

  it('suggests the value that was meant', async () => {
    expect(await problemsAfter('spec: a', 'spec: A')).toEqual([
      'file:3:11  providers[0].spec — must be a (OpenAI-compatible) or b (Anthropic-compatible); you wrote "A". Did you mean a?',
    ]);
  });

  it('wants prices in quotes', async () => {
    expect(await problemsAfter('credits: "0.25"', 'credits: 0.25')).toEqual([
      'file:16:34  products[0].prices[0].input_tokens.credits — must be a decimal in quotes, for example "0.25" (a bare number would be rounded); you wrote 0.25.',
    ]);
  });

  it('never repeats a secret', async () => {
    const [problem] = await problemsAfter('secret: "a secret of the gateway"', 'secret: "short"');
    expect(problem).toBe(
      'file:25:47  bootstrap.keys[0].secret — must be 8 to 1,024 printable ASCII characters, with spaces only in between.',
    );
    const broken = await problemsOf(goodFile, { environment: { OPENAI_KEY: 'with\nline break' } });
    expect(broken).toEqual([
      'file:5:65  providers[0].credential.value — must be printable ASCII characters, without a line break.',
    ]);
  });

  it('says below secrets where a name is, and what was meant', async () => {
    expect(await problemsAfter('name: ci', 'naem: ci')).toEqual([
      'file:25:10  bootstrap.keys[0].name — is required.',
      'file:25:29  bootstrap.keys[0].… — is not a setting; known here: workspace, name, secret. Did you mean name?',
    ]);
  });

  it('shows no names to the log of the process', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    expect(await problemsOf('mail: { smtp: {{ CANARY }}, from: x@example.com }\n')).toHaveLength(1);
    await setImmediate();
    expect(warnings).toEqual([]);
  });

  it('says that a file is not there', async () => {
    await expect(loadConfig({ file: '/nowhere/diglot.yaml', environment: {} })).rejects.toThrow(
      '/nowhere/diglot.yaml  the file cannot be read (ENOENT).',
    );
  });
});

describe('names in the file from the environment', () => {
  it('says which one is not set', async () => {
    expect(await problemsOf(goodFile)).toEqual([
      'file:5:65  ${OPENAI_KEY} is not set in the environment. Set OPENAI_KEY, or write $${OPENAI_KEY} for the literal text.',
    ]);
  });

  const unset = (place: string, name: string): string =>
    `${place}  \${${name}} is not set in the environment. Set ${name}, or write $\${${name}} for the literal text.`;

  it('is reported together with everything else that is wrong', async () => {
    const text = `server: { prot: 1 }\n${goodFile}`;
    expect(await problemsOf(text, { environment: { DIGLOT_LOG_LEVEL: 'loud', DIGLOT_ADMIN_KEY: 'short' } })).toEqual([
      'environment DIGLOT_ADMIN_KEY  must have at least 16 characters, because it gives full access.',
      unset('file:6:65', 'OPENAI_KEY'),
      'file:1:11  server.prot — is not a setting; known here: host, port, workers, public_url, metrics, cors_origins, seal_keys, shutdown. Did you mean port?',
      'environment DIGLOT_LOG_LEVEL  log.level — must be debug, info, warn or error; you wrote "loud".',
    ]);
  });

  it.each([
    ['a number', 'server:\n  port: ${NONE}\n', 'file:2:9'],
    ['an address', 'server:\n  public_url: ${NONE}\n', 'file:2:15'],
    ['storage', 'storage:\n  database: ${NONE}\n', 'file:2:13'],
    ['the drive', 'storage:\n  drive: ${NONE}\n', 'file:2:10'],
    ['a name', 'regions:\n  - ${NONE}\n  - global\n', 'file:2:5'],
  ])('compares the other parts with each other where it stands for %s', async (_, before, place) => {
    const text = `${before}${goodFile.replace('provider: openai,', 'provider: opanai,')}`;
    const problems = await problemsOf(text, { environment: goodEnvironment });
    expect(problems[0]).toBe(unset(place, 'NONE'));
    expect(problems.slice(1)).toEqual([expect.stringContaining('names no provider of this file: opanai')]);
  });

  it('leaves comments alone', async () => {
    expect(await problemsOf('# ${NOT_SET}\nserver: {} # ${NOT_SET}\n')).toEqual([]);
  });

  it('says what to do about one without quotes inside braces', async () => {
    const [problem] = await problemsAfter('"${OPENAI_KEY}"', '${OPENAI_KEY}');
    expect(problem).toMatch(/^file:5:\d+ .*Inside \{ \}, put quotes around "\$\{NAME\}"\.$/);
  });
});
