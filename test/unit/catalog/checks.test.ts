import { describe, expect, it } from 'vitest';
import { goodFile, problemsAfter } from '../config/load-text.ts';

const price = (line: string): string => `${line}, per: 1000000 }`;

describe('the cross-checks of the catalogue', () => {
  it.each([
    [
      'a target of an unknown provider',
      'provider: openai,',
      'provider: opanai,',
      'file:9:27  models[0].targets[0].provider — names no provider of this file: opanai. Did you mean openai?',
    ],
    [
      'a target in an unknown region',
      'region: global }]',
      'region: globl }]',
      'file:9:43  models[0].targets[0].region — is not a known region: globl. regions lists global. Did you mean global?',
    ],
    [
      'a provider in an unknown region',
      'regions: [global]',
      'regions: [global, eu]',
      'file:6:23  providers[0].regions[1] — is not a known region: eu. regions lists global.',
    ],
    [
      'a model without a Product of this file',
      'product: chat-small',
      'product: chat-smal',
      'file:10:14  models[0].product — names no Product of this file: chat-smal. Did you mean chat-small?',
    ],
    [
      'a fallback that does not exist',
      'fallbacks: []',
      'fallbacks: [gpt-5-mino]',
      'file:11:17  models[0].fallbacks[0] — names no model of this file: gpt-5-mino. Did you mean gpt-5-mini?',
    ],
    [
      'a model that falls back on itself',
      'fallbacks: []',
      'fallbacks: [gpt-5-mini]',
      'file:11:17  models[0].fallbacks[0] — is the model itself; name another one.',
    ],
    [
      'a default model that does not exist',
      'models:',
      'default_model: gpt-5-mino\nmodels:',
      'file:7:16  default_model — names no model of this file: gpt-5-mino. Did you mean gpt-5-mini?',
    ],
    [
      'a default model that is a pattern',
      'models:',
      "default_model: 'gpt-*'\nmodels:",
      'file:7:16  default_model — must be one model, not a pattern: gpt-*.',
    ],
    [
      'a default model that is retired',
      'models:\n  - id: gpt-5-mini',
      'default_model: gpt-5-mini\nmodels:\n  - id: gpt-5-mini\n    retired: true',
      'file:7:16  default_model — names a retired model: gpt-5-mini. Name one that is offered, or remove this line.',
    ],
    [
      'a plan with an unknown Product',
      'products: [chat-small]',
      'products: [chat-smalls]',
      'file:21:16  plans[0].products[0] — names no Product of this file: chat-smalls. Did you mean chat-small?',
    ],
    [
      'a workspace with an unknown plan',
      'plan: team',
      'plan: teams',
      'file:24:34  bootstrap.workspaces[0].plan — names no plan of this file: teams. Did you mean team?',
    ],
    [
      'a key of an unknown workspace',
      'workspace: acme,',
      'workspace: acne,',
      'file:25:23  bootstrap.keys[0].workspace — names no workspace of bootstrap: acne. Did you mean acme?',
    ],
    [
      'a key in a header of the body',
      'header: authorization,',
      'header: Content-Length,',
      'file:5:27  providers[0].credential.header — must be a header for a key, for example authorization or x-api-key; this one is for something else.',
    ],
    [
      'a kind that does not speak the spec',
      'regions: [global]',
      'kind: anthropic',
      'file:6:11  providers[0].kind — does not speak spec a: anthropic. Kinds that do: openai, azure-openai, gemini.',
    ],
    [
      'a wire that the kind does not have',
      'regions: [global]',
      'wires: [chat-completions, messages]',
      'file:6:31  providers[0].wires[1] — is not a wire of kind openai: messages. It has responses, chat-completions.',
    ],
    [
      'wires and operations that both decide of text',
      'regions: [global]',
      'wires: [chat-completions]\n    operations: [embeddings, responses]',
      'file:7:30  providers[0].operations[1] — names responses, which wires already decides; remove it here.',
    ],
    [
      'an unknown operation family',
      '    regions: [global]',
      '    operations: [chat, embedding]',
      'file:6:24  providers[0].operations[1] — is not an operation family: embedding. Known: models, chat, completions, responses, ' +
        'conversations, embeddings, moderations, images, audio, files, batches, messages, drive, realtime. Did you mean embeddings?',
    ],
    [
      'a second row of the same name',
      'plans:\n  - id: team',
      'plans:\n  - id: team\n  - id: team',
      'file:21:9  plans[1].id — repeats team, which is already entry 1 of the list.',
    ],
  ])('refuse %s', async (...[, search, replacement, problem]) => {
    expect(await problemsAfter(search, replacement)).toEqual([problem]);
  });
});

describe('the address of a provider', () => {
  const base = 'https://api.openai.com/v1';

  it.each([
    ['plain http to a public host', 'http://api.openai.com/v1', 'must begin with https'],
    ['an address with a password', 'https://user:word@api.openai.com/v1', 'must not hold a user or password'],
    ['an address with a query', 'https://api.openai.com/v1?x=1', 'must end with the path'],
    ['no address at all', 'api.openai.com', 'must be an https address'],
    ['another protocol', 'ftp://api.openai.com', 'must be an https address'],
    ['this gateway by its number', 'http://127.0.0.1:8585/v1', 'is the address of this gateway:'],
    ['this gateway by its name', 'http://localhost:8585/v1', 'is the address of this gateway:'],
    ['this gateway by IPv6', 'http://[::1]:8585/v1', 'is the address of this gateway:'],
  ])('may not be %s', async (_, address, words) => {
    const problems = await problemsAfter(base, address);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^file:4:15 {2}providers\[0\]\.base_url — /);
    expect(problems[0]).toContain(words);
  });

  it.each([
    ['plain http on this machine', 'http://127.0.0.1:11434/v1'],
    ['plain http that the operator has allowed', 'http://ollama:11434/v1\n    allow_http: true'],
    ['the demo', '"demo:"'],
  ])('may be %s', async (_, address) => {
    expect(await problemsAfter(base, address)).toEqual([]);
  });

  it('may not be where the public sees this gateway', async () => {
    const problems = await problemsAfter('providers:', 'server: { public_url: "https://api.openai.com" }\nproviders:');
    expect(problems[0]).toContain('is the address of this gateway:');
  });

  it('gets no key of our own', async () => {
    const [problem] = await problemsAfter('"${OPENAI_KEY}"', 'sk-dg-0123456789012345678901234567890123456789');
    expect(problem).toMatch(/^file:5:65 {2}providers\[0\]\.credential\.value — is a key of this gateway/);
    expect(problem).not.toContain('0123456789');
  });
});

describe('prices', () => {
  it.each([
    [
      'with more decimals than a unit can have',
      'credits: "2.00"',
      'credits: "0.0000001"',
      'file:18:35  products[0].prices[0].output_tokens.credits — is not exact: 0.0000001 credits for 1000000 has more than 12 decimals a unit.',
    ],
    [
      'for a quantity that does not divide them',
      price('output_tokens: { credits: "2.00"'),
      'output_tokens: { credits: "2.00", per: 3 }',
      'file:18:35  products[0].prices[0].output_tokens.credits — is not exact: 2.00 credits for 3 has more than 12 decimals a unit.',
    ],
    [
      'below zero',
      'credits: "2.00"',
      'credits: "-2"',
      'file:18:35  products[0].prices[0].output_tokens.credits — must not be negative.',
    ],
    [
      'with an exponent',
      'credits: "2.00"',
      'credits: "2e-6"',
      'file:18:35  products[0].prices[0].output_tokens.credits — must be a decimal such as "0.25", at most 15 digits before and 18 after the point.',
    ],
  ])('%s are refused', async (...[, search, replacement, problem]) => {
    expect(await problemsAfter(search, replacement)).toEqual([problem]);
  });

  it('for a kind that calls use and that has no parent are missed', async () => {
    const line = goodFile.split('\n').find((text) => text.includes('output_tokens:')) ?? '';
    expect(await problemsAfter(`${line}\n`, '')).toEqual([
      'file:15:9  products[0].prices[0] — has no price for output_tokens, which chat calls of model gpt-5-mini use. ' +
        "Add the price, or set the model's operations to what it serves.",
    ]);
  });

  it('are enough when the model serves only what they cover', async () => {
    const embeddings = goodFile
      .split('\n')
      .filter((text) => !text.includes('output_tokens:'))
      .join('\n')
      .replace('fallbacks: []', 'operations: [embeddings]');
    expect(await problemsAfter(goodFile, embeddings)).toEqual([]);
  });

  it('that begin at the same moment overlap', async () => {
    const row = '      - from: 2026-01-01T00:00:00Z\n        requests: { credits: "1", per: 1 }\n';
    const [first, ...rest] = await problemsAfter('plans:\n', `${row}plans:\n`);
    expect(first).toBe(
      'file:19:15  products[0].prices[1].from — overlaps the row above it: both begin at the same moment.',
    );
    expect(rest).toHaveLength(1);
  });

  it('out of order are refused', async () => {
    const row =
      '      - from: 2025-01-01T00:00:00Z\n        input_tokens: { credits: "1", per: 1 }\n        output_tokens: { credits: "1", per: 1 }\n';
    expect(await problemsAfter('plans:\n', `${row}plans:\n`)).toEqual([
      'file:19:15  products[0].prices[1].from — is earlier than the row above it; write price lists oldest first.',
    ]);
  });

  it('and free: true contradict each other', async () => {
    expect(await problemsAfter('    prices:\n', '    free: true\n    prices:\n')).toEqual([
      'file:14:11  products[0].free — is true, but the Product has prices; remove one of the two.',
    ]);
  });

  it('that let one call cost more than can be charged are refused', async () => {
    const dear = '{ credits: "75000", per: 1 }';
    const line = goodFile.split('\n').find((text) => text.includes(' output_tokens:')) ?? '';
    expect(await problemsAfter(line, `        output_tokens: ${dear}`)).toEqual([
      'file:15:9  products[0].prices[0] — lets one call of model gpt-5-mini cost more than 1000000000 credits, the largest ' +
        "possible charge. Lower the price, set the model's max_input_tokens and max_output_tokens, or make a credit worth more.",
    ]);
    for (const kind of ['cached_input_audio_tokens', 'cache_write_1h_tokens', 'output_audio_tokens']) {
      const [found] = await problemsAfter(line, `${line}\n        ${kind}: ${dear}`);
      expect(found, kind).toContain('lets one call of model gpt-5-mini cost more than 1000000000 credits');
    }
    const beyond = '{ credits: "10000000", per: 1 }';
    const [first] = await problemsAfter(line, `        output_tokens: ${beyond}`);
    expect([first]).toEqual([
      'file:18:35  products[0].prices[0].output_tokens.credits — is too high: one unit may cost at most 9223372.036854775807 credits.',
    ]);
  });
});
