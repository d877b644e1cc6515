import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type ConfigSources, type LoadedConfig } from '../../../src/config/load-config.ts';
import { ConfigError, formatProblem } from '../../../src/config/problems.ts';

/** Runs an action with a diglot.yaml of this text in a folder of its own. */
export async function withFile<Result>(text: string, action: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-config-'));
  try {
    const file = join(folder, 'diglot.yaml');
    await writeFile(file, text);
    return await action(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Loads a diglot.yaml of this text. */
export const loadText = (text: string, sources: Partial<ConfigSources> = {}): Promise<LoadedConfig> =>
  withFile(text, (file) => loadConfig({ environment: {}, ...sources, file }));

/** The problems of a diglot.yaml of this text, as people see them, with `file` for its path; none when it is good. */
export const problemsOf = (text: string, sources: Partial<ConfigSources> = {}): Promise<readonly string[]> =>
  withFile(text, async (file) => {
    try {
      await loadConfig({ environment: {}, ...sources, file });
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems.map((problem) => formatProblem(problem).replace(file, 'file'));
    }
  });

/** The problems of a configuration without a file. */
export async function problemsWithout(sources: Partial<ConfigSources>): Promise<readonly string[]> {
  try {
    await loadConfig({ file: null, environment: {}, ...sources });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(formatProblem);
  }
}

/** A whole catalogue that is in order; tests replace one line of it. */
export const goodFile = `providers:
  - id: openai
    spec: a
    base_url: https://api.openai.com/v1
    credential: { header: authorization, scheme: Bearer, value: "\${OPENAI_KEY}" }
    regions: [global]
models:
  - id: gpt-5-mini
    targets: [{ provider: openai, region: global }]
    product: chat-small
    fallbacks: []
products:
  - sku: chat-small
    prices:
      - from: 2026-01-01T00:00:00Z
        input_tokens: { credits: "0.25", per: 1000000 }
        cached_input_tokens: { credits: "0.025", per: 1000000 }
        output_tokens: { credits: "2.00", per: 1000000 }
plans:
  - id: team
    products: [chat-small]
    monthly_credits: "150000"
bootstrap:
  workspaces: [{ id: acme, plan: team, credits: "1000" }]
  keys: [{ workspace: acme, name: ci, secret: "a secret of the gateway" }]
`;

/** The environment that \`goodFile\` needs. */
export const goodEnvironment = { OPENAI_KEY: 'sk-proj-0123456789' };

/** Problems of the good file after one replacement. */
export function problemsAfter(search: string, replacement: string): Promise<readonly string[]> {
  if (!goodFile.includes(search)) throw new Error(`The good file does not hold ${search}`);
  return problemsOf(goodFile.replace(search, replacement), { environment: goodEnvironment });
}
