import { describe, expect, it } from 'vitest';
import { profileIds, profiles } from '../../../src/catalog/profiles.ts';
import { ConfigError } from '../../../src/config/problems.ts';
import { loadText } from '../config/load-text.ts';

async function problemsOf(row: string, target: string | null = null): Promise<readonly string[]> {
  const models = target === null ? '[]' : `[{ id: m, product: p, targets: [{ provider: up, ${target} }] }]`;
  const products = target === null ? '[]' : '[{ sku: p, free: true }]';
  try {
    await loadText(`providers:\n  - { id: up, ${row} }\nmodels: ${models}\nproducts: ${products}\n`, {
      environment: {},
    });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(
      ({ path, message, suggestion }) => `${path} ${message}${suggestion === null ? '' : ` → ${suggestion}`}`,
    );
  }
}

const azure = 'spec: a, kind: azure-openai, base_url:';
const bedrock = 'spec: b, kind: bedrock, base_url:';
const vertex = 'spec: b, kind: vertex, base_url:';
const gemini = 'spec: a, kind: gemini, base_url:';
const geminiForm =
  'providers[0].base_url must end with /v1beta, or on Vertex AI with the project, the location and /publishers/google, for example https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google';

describe('a row of a vendor’s kind', () => {
  it.each([
    `${azure} "https://r.openai.azure.com/openai/v1"`,
    `${azure} "https://r.openai.azure.com/openai", api_version: 2024-10-21`,
    `${azure} "http://127.0.0.1:9/openai/v1/"`,
    `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com"`,
    `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com", wires: [converse]`,
    `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com", wires: [messages, count-tokens]`,
    `${vertex} "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5"`,
    `${vertex} "https://aiplatform.googleapis.com/v1/projects/p/locations/global"`,
    `${vertex} "https://aiplatform.eu.rep.googleapis.com/v1/projects/p/locations/eu"`,
    `${gemini} "https://generativelanguage.googleapis.com/v1beta"`,
    `${gemini} "https://generativelanguage.googleapis.com/v1/"`,
    `${gemini} "http://127.0.0.1:9/v1beta"`,
    `${gemini} "http://127.0.0.1:9/gemini"`,
    `${gemini} "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google"`,
    `${gemini} "https://aiplatform.googleapis.com/v1beta1/projects/p/locations/global/publishers/google"`,
    `${gemini} "https://aiplatform.googleapis.com/v1/publishers/google"`,
    'spec: a, profile: deepseek, base_url: "https://api.deepseek.com"',
    'spec: a, profile: ollama, base_url: "http://ollama:11434/v1", allow_http: true',
    'spec: a, base_url: "http://10.0.0.7:8000/v1", allow_http: true',
    `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com", guardrail: { id: gr1, version: "1" }`,
    'spec: b, base_url: "https://aws-external-anthropic.us-east-1.api.aws", headers: { Anthropic-Workspace-Id: w1 }',
  ])('is accepted: %s', async (row) => {
    expect(await problemsOf(row)).toEqual([]);
  });

  it.each([
    [
      'trap 10: a base address that has a deployment',
      `${azure} "https://r.openai.azure.com/openai/deployments/gpt-5"`,
      'providers[0].base_url names a deployment already: the model of a call is its deployment → https://r.openai.azure.com/openai/v1',
    ],
    [
      'trap 10: the same without its kind',
      'spec: a, base_url: "https://r.openai.azure.com/openai/deployments/gpt-5"',
      'providers[0].base_url names a deployment; for Azure OpenAI, set kind: azure-openai and leave it out',
    ],
    [
      'trap 10: a versionless address with a dated version',
      `${azure} "https://r.openai.azure.com/openai/v1", api_version: 2024-10-21`,
      'providers[0].base_url must end with /openai, because api_version has its paths below that → https://r.openai.azure.com/openai',
    ],
    [
      'a query with a version',
      `${azure} "https://r.openai.azure.com/openai/v1?api-version=2024-10-21"`,
      'providers[0].base_url must end with the path: no ? and no #',
    ],
    [
      'a version for another kind',
      'spec: a, base_url: "https://api.openai.com/v1", api_version: 2024-10-21',
      'providers[0].api_version is for kind azure-openai; this provider is of kind openai',
    ],
    [
      'a guardrail for another kind',
      'spec: a, base_url: "https://api.openai.com/v1", guardrail: { id: gr1, version: "1" }',
      'providers[0].guardrail is for kind bedrock; this provider is of kind openai',
    ],
    [
      'a credential among its headers',
      'spec: a, base_url: "https://api.openai.com/v1", headers: { Authorization: x }',
      'providers[0].headers.… must be the name of a header that the gateway does not set: no credential, and nothing about the body or the connection',
    ],
    [
      'a profile for another kind',
      `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com", profile: groq`,
      'providers[0].profile is for kind openai; this provider is of kind bedrock',
    ],
    [
      'a path of another surface',
      `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1"`,
      'providers[0].base_url must end with the host: paths such as /openai/v1 and /anthropic are for the kinds openai and anthropic → https://bedrock-runtime.eu-west-1.amazonaws.com',
    ],
    [
      'operations that it does not have',
      `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com", operations: [files]`,
      'providers[0].operations must be omitted: kind bedrock serves only messages',
    ],
    [
      'no project',
      `${vertex} "https://us-east5-aiplatform.googleapis.com/v1"`,
      'providers[0].base_url must end with the project and the location, for example https://us-east5-aiplatform.googleapis.com/v1/projects/my-project/locations/us-east5',
    ],
    [
      'a location that contradicts its host',
      `${vertex} "https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/global"`,
      'providers[0].base_url has location global, which contradicts its host: that is of us-east5',
    ],
    [
      'Gemini without a version',
      `${gemini} "https://generativelanguage.googleapis.com"`,
      `${geminiForm} → https://generativelanguage.googleapis.com/v1beta`,
    ],
    [
      'the OpenAI format of Gemini',
      `${gemini} "https://generativelanguage.googleapis.com/v1beta/openai"`,
      `${geminiForm} → https://generativelanguage.googleapis.com/v1beta`,
    ],
    [
      'the path of a list of Gemini',
      `${gemini} "https://generativelanguage.googleapis.com/v1beta/models"`,
      `${geminiForm} → https://generativelanguage.googleapis.com/v1beta`,
    ],
    [
      'Vertex AI without a publisher',
      `${gemini} "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1"`,
      `${geminiForm} → https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google`,
    ],
    ['Vertex AI without a project', `${gemini} "https://us-central1-aiplatform.googleapis.com/v1"`, geminiForm],
    [
      'a location of Gemini that contradicts its host',
      `${gemini} "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1/publishers/google"`,
      'providers[0].base_url has location europe-west1, which contradicts its host: that is of us-central1',
    ],
    [
      'http over the internet, whatever it allows',
      'spec: a, base_url: "http://api.example.com/v1", allow_http: true',
      'providers[0].base_url must begin with https, because http would send the credential unencrypted over the internet: only loopback and private addresses may do without',
    ],
    [
      'http in a network that is not allowed',
      'spec: a, base_url: "http://10.0.0.7:8000/v1"',
      'providers[0].base_url must begin with https, because http would send the credential unencrypted. In a trusted network, set allow_http: true',
    ],
  ])('is refused with %s', async (_, row, problem) => {
    expect(await problemsOf(row)).toEqual([problem]);
  });
});

describe('a row that describes its host', () => {
  const host = 'spec: a, base_url: "https://api.example.com/v1"';
  const own = 'stream_usage: forbidden, output_limit: max_tokens, refuses: [store, logit_bias]';
  const profileOf = async (row: string) => {
    const { config } = await loadText(`providers:\n  - { id: up, ${row} }\nmodels: []\nproducts: []\n`);
    return config.catalog.providers.get('up')?.profile;
  };

  it('has the profile that it describes, over that of its host', async () => {
    expect(await profileOf(host)).toBeUndefined();
    const described = { streamUsage: 'forbidden', limit: 'max_tokens' };
    expect(await profileOf(`${host}, ${own}`)).toMatchObject({
      ...described,
      title: 'up',
      refused: ['store', 'logit_bias'],
    });
    expect(await profileOf(`${host}, profile: groq, ${own}`)).toMatchObject({
      ...described,
      title: 'Groq',
      refusesNames: true,
      refused: ['logprobs', 'top_logprobs', 'logit_bias', 'n', 'store'],
    });
    expect(await profileOf(`${host}, profile: xai, output_limit: both`)).toMatchObject({ limit: null });
  });

  it.each(profileIds)('counts reasoning where the profile %s says', async (id) => {
    const { config } = await loadText(
      `providers:\n  - { id: up, ${host}, profile: ${id} }\nmodels: []\nproducts: []\n`,
    );
    expect(config.catalog.providers.get('up')?.reasoningInOutput ?? null).toBe(profiles[id].reasoning);
  });

  it('asks Perplexity for Responses: its Chat Completions have ended', async () => {
    const { baseUrl } = profiles.perplexity;
    const { config } = await loadText(
      `providers:\n  - { id: up, spec: a, profile: perplexity, base_url: "${baseUrl}" }\nmodels: []\nproducts: []\n`,
    );
    expect([baseUrl, config.catalog.providers.get('up')?.wires]).toEqual([
      'https://api.perplexity.ai/v1',
      ['responses'],
    ]);
  });

  it('is refused for another kind, and for members that every request needs', async () => {
    expect(
      await problemsOf(`${vertex.replace('vertex', 'anthropic')} "https://api.anthropic.com", refuses: [store]`),
    ).toEqual(['providers[0].refuses is for kind openai or azure-openai; this provider is of kind anthropic']);
    expect(await problemsOf(`${host}, refuses: [messages]`)).toEqual([
      'providers[0].refuses[0] must be a member of a chat completion other than model, messages and stream; you wrote "messages"',
    ]);
  });
});

describe('a target', () => {
  const host = `${bedrock} "https://bedrock-runtime.eu-west-1.amazonaws.com"`;

  it.each([
    [`${host}, wires: [messages, converse]`, 'wires: [converse]'],
    ['spec: a, base_url: "https://api.openai.com/v1"', 'wires: [chat-completions, responses]'],
    ['spec: a, profile: xai, base_url: "https://api.x.ai/v1"', 'wires: [chat-completions]'],
  ])('may narrow or reorder the wire formats of its provider: %s, %s', async (row, target) => {
    expect(await problemsOf(row, target)).toEqual([]);
  });

  it.each([
    [
      'one that its provider’s row does not name',
      host,
      'wires: [converse]',
      'models[0].targets[0].wires[0] is not a wire format of provider up: converse. It serves messages',
    ],
    [
      'one that its host lacks',
      'spec: a, profile: deepseek, base_url: "https://api.deepseek.com"',
      'wires: [chat-completions, responses]',
      'models[0].targets[0].wires[1] is not a wire format of provider up: responses. It serves chat-completions',
    ],
    [
      'one twice',
      'spec: a, base_url: "https://api.openai.com/v1"',
      'wires: [responses, responses]',
      'models[0].targets[0].wires[1] repeats responses, which is already entry 1 of the list',
    ],
  ])('is refused with %s', async (_, row, target, problem) => {
    expect(await problemsOf(row, target)).toEqual([problem]);
  });
});
