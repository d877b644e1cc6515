import { describe, expect, it } from 'vitest';
import { needsDemo, withDemoAddress } from '../../../src/catalog/provider-overrides.ts';
import { unitKinds } from '../../../src/shared/usage.ts';
import { loadConfig, type LoadedConfig } from '../../../src/config/load-config.ts';
import { goodEnvironment, goodFile, loadText, problemsWithout } from './load-text.ts';
import { formatProblem } from '../../../src/config/problems.ts';

describe('a start without configuration', () => {
  it('serves the offline demo on both specs, with a price for every unit kind', async () => {
    const { config } = await loadConfig({ file: null, environment: {} });
    const { providers, models, products } = config.catalog;
    expect([...providers.values()].map(({ id, spec }) => `${id} ${spec}`)).toEqual(['demo-a a', 'demo-b b']);
    expect(models.find(({ id }) => id === 'demo')?.targets.map(({ provider }) => provider)).toEqual([
      'demo-a',
      'demo-b',
    ]);
    expect(models.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['demo-slow', 'demo-529', 'demo-drop', 'demo-embedding', 'demo-image', 'demo-speech']),
    );
    expect(Object.keys(products.get('demo')?.prices[0]?.rates ?? {}).toSorted()).toEqual([...unitKinds].toSorted());
    expect(config.bootstrap.workspaces).toMatchObject([{ id: 'demo', plan: null, credits: 1_000_000_000_000n }]);
  });

  it('gives the demo its address when it has one', async () => {
    const { catalog } = (await loadConfig({ file: null, environment: {} })).config;
    expect(needsDemo(catalog)).toBe(true);
    const running = withDemoAddress(catalog, 'http://127.0.0.1:4000');
    expect(needsDemo(running)).toBe(false);
    expect([...running.providers.values()].map(({ baseUrl }) => baseUrl)).toEqual([
      'http://127.0.0.1:4000/v1',
      'http://127.0.0.1:4000',
    ]);
  });

  it('keeps the demo when the file names no upstream', async () => {
    const { catalog, server } = (await loadText('server: { port: 9000 }\n')).config;
    expect(catalog.providers.has('demo-a')).toBe(true);
    expect(server.port).toBe(9000);
  });

  it('serves nothing but the file when the file names its upstreams', async () => {
    const environment = { ...goodEnvironment, OPENAI_API_KEY: 'sk-proj-real', ANTHROPIC_API_KEY: 'sk-ant-real' };
    const { catalog } = (await loadText(goodFile, { environment })).config;
    expect([...catalog.providers.keys()]).toEqual(['openai']);
    expect(catalog.models.map(({ id }) => id)).toEqual(['gpt-5-mini']);
  });
});

describe('provider keys in the environment', () => {
  const environment = { OPENAI_API_KEY: 'sk-proj-real', ANTHROPIC_API_KEY: 'sk-ant-real' };

  it('add their providers behind any model name, free and said so', async () => {
    const { config, notices } = await loadConfig({ file: null, environment });
    const { providers, models, products } = config.catalog;
    expect(providers.get('openai')).toMatchObject({ spec: 'a', baseUrl: 'https://api.openai.com/v1' });
    expect(providers.get('anthropic')?.credential).toMatchObject({ header: 'x-api-key', scheme: null });
    const any = models.find(({ id }) => id === '*');
    expect(any?.targets.map(({ provider }) => provider)).toEqual(['openai', 'anthropic']);
    expect(products.get(any?.product ?? '')).toMatchObject({ free: true, prices: [] });
    expect(notices.map(formatProblem)).toEqual([
      'OPENAI_API_KEY adds provider openai. Its models cost no credits (free: true). Set prices in diglot.yaml.',
      'ANTHROPIC_API_KEY adds provider anthropic. Its models cost no credits (free: true). Set prices in diglot.yaml.',
    ]);
  });

  it('are pointed elsewhere by our own variables, never by those of clients', async () => {
    const elsewhere = {
      ...environment,
      DIGLOT_OPENAI_BASE_URL: 'https://proxy.example/v1/',
      OPENAI_BASE_URL: 'http://127.0.0.1:8585/v1',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:8585',
    };
    const { providers } = (await loadConfig({ file: null, environment: elsewhere })).config.catalog;
    expect(providers.get('openai')?.baseUrl).toBe('https://proxy.example/v1');
    expect(providers.get('anthropic')?.baseUrl).toBe('https://api.anthropic.com');
  });

  it('are refused when they are keys of our own', async () => {
    const [problem] = await problemsWithout({ environment: { OPENAI_API_KEY: 'sk-dg-0123456789' } });
    expect(problem).toMatch(
      /^environment OPENAI_API_KEY {2}providers\[2\]\.credential\.value — is a key of this gateway/,
    );
    expect(problem).not.toContain('0123456789');
    expect(problem).toContain('run `unset OPENAI_API_KEY ANTHROPIC_API_KEY`, or use another terminal');
  });

  it('add nothing to a file with providers of its own, and said so unless the file names them', async () => {
    const both = { ...goodEnvironment, OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2' };
    const unused = ({ notices }: LoadedConfig): readonly string[] =>
      notices.map(({ message }) => message).filter((message) => message.includes('unused'));
    const notice = 'ANTHROPIC_API_KEY is set but unused: the configuration file has its own providers.';
    expect(unused(await loadText(goodFile, { environment: both }))).toContain(notice);
    expect(unused(await loadText(`${goodFile}\n# \${ANTHROPIC_API_KEY}\n`, { environment: both }))).not.toContain(
      notice,
    );
    expect(unused(await loadText(goodFile, { environment: goodEnvironment }))).not.toContain(notice);
    expect(unused(await loadText('', { environment: both }))).toEqual([]);
  });

  it('are refused when their address is this gateway', async () => {
    const own = { ...environment, DIGLOT_OPENAI_BASE_URL: 'http://localhost:8585/v1' };
    expect(await problemsWithout({ environment: own })).toEqual([
      'environment DIGLOT_OPENAI_BASE_URL  providers[2].base_url — is the address of this gateway: every call would loop.',
    ]);
  });
});
