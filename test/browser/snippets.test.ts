import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moreClients, quickStart, type SnippetValues } from '../../src/console/snippets/snippets.ts';
import { testKey } from '../fakes/make-config.ts';
import { startSdkGateway, type SdkGateway } from '../sdk/start-sdk-gateway.ts';

const run = promisify(execFile);
const clients = [...quickStart, ...moreClients];

/** What each client is given, ready to run. */
const codeOf = (id: string, values: SnippetValues, piece = 0): string =>
  clients.find((client) => client.id === id)?.pieces(values)[piece]?.code ?? '';

describe('the snippets of the console', () => {
  let gateway: SdkGateway;
  let folder: string;
  let values: SnippetValues;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    values = { origin: gateway.origin, secret: testKey, model: 'demo' };
    // Below the repository, so that the SDKs are found as in a project that has installed them.
    folder = await mkdtemp(join(process.cwd(), 'node_modules', '.snippets-'));
  });
  afterAll(async () => {
    await gateway?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const runTypescript = async (code: string): Promise<string> => {
    const file = join(folder, `${crypto.randomUUID()}.mjs`);
    await writeFile(file, code);
    return (await run(process.execPath, [file])).stdout.trim();
  };

  it.each([
    ['OpenAI SDK', 'typescript', 0],
    ['Anthropic SDK', 'typescript', 1],
    ['Vercel AI SDK', 'vercel', 0],
  ] as const)('run as pasted: %s', async (_, id, piece) => {
    expect(await runTypescript(codeOf(id, values, piece))).toContain('Hello');
  });

  it.skipIf(spawnSync('curl', ['--version']).status !== 0)('run as pasted: curl', async () => {
    const { stdout } = await run('sh', ['-c', codeOf('curl', values)]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion' });
  });

  it('read the key from a variable where none is shown', () => {
    for (const client of clients) {
      const text = client
        .pieces({ ...values, secret: null })
        .map(({ code }) => code)
        .join('\n');
      expect(text, client.name).toContain('DIGLOT_API_KEY');
      expect(text, client.name).not.toContain(values.secret);
    }
  });

  it('give Anthropic clients the bare address and OpenAI clients the one with /v1', () => {
    expect(codeOf('claude-code', values)).toContain(`ANTHROPIC_BASE_URL=${gateway.origin}\n`);
    for (const id of ['codex', 'langchain', 'openai-agents', 'llamaindex', 'aider', 'vercel', 'curl'])
      expect(codeOf(id, values), id).toContain(`${gateway.origin}/v1`);
  });
});
