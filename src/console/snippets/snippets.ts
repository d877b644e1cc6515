/** Code that works as pasted: with this gateway's address, a key and a model of its own. */

/** What goes into a snippet. */
export interface SnippetValues {
  /** Where the gateway is reached: the base address of Anthropic SDKs. With `/v1`, that of OpenAI SDKs. */
  readonly origin: string;
  /** The whole secret where it is shown, else a variable's name stands for it. */
  readonly secret: string | null;
  readonly model: string;
}

/** A piece of code, and the file or shell that it goes into. */
interface Piece {
  readonly title: string;
  readonly code: string;
}

/** How one client is connected. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly pieces: (values: SnippetValues) => readonly Piece[];
}

const python = (secret: string | null, variable: string): string =>
  secret === null ? `os.environ["${variable}"]` : `"${secret}"`;
/** How a program on Node reads its environment: text of a snippet, not of this console. */
const environment = ['process', 'env'].join('.');
const javascript = (secret: string | null, variable: string): string =>
  secret === null ? `${environment}.${variable}` : `'${secret}'`;
const shell = (secret: string | null): string => secret ?? '$DIGLOT_API_KEY';
/** A text as JSON, within single quotes of a shell. */
const quotedJson = (text: string): string => JSON.stringify(text).replaceAll("'", "'\\''");
const importOs = (secret: string | null): string => (secret === null ? 'import os\n' : '');

const openaiPython = ({ origin, secret, model }: SnippetValues): string => `${importOs(secret)}from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=${python(secret, 'DIGLOT_API_KEY')})
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`;

const openaiTypescript = ({ origin, secret, model }: SnippetValues): string => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: ${javascript(secret, 'DIGLOT_API_KEY')} });
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0].message.content);`;

const anthropicPython = ({
  origin,
  secret,
  model,
}: SnippetValues): string => `${importOs(secret)}from anthropic import Anthropic

client = Anthropic(base_url="${origin}", api_key=${python(secret, 'DIGLOT_API_KEY')})
message = client.messages.create(
    model="${model}",
    max_tokens=256,
    messages=[{"role": "user", "content": "Hello"}],
)
print(message.content[0].text)`;

const anthropicTypescript = ({
  origin,
  secret,
  model,
}: SnippetValues): string => `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${origin}', apiKey: ${javascript(secret, 'DIGLOT_API_KEY')} });
const message = await client.messages.create({
  model: '${model}',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(message.content[0].text);`;

const curl = ({ origin, secret, model }: SnippetValues): string => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${shell(secret)}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": ${quotedJson(model)}, "messages": [{"role": "user", "content": "Hello"}]}'`;

/** The path and the body of an operation that takes a conversation. */
const conversations: Readonly<Record<string, readonly [path: string, member: string]>> = {
  createChatCompletion: ['/v1/chat/completions', '"messages": [{"role": "user", "content": "Hello"}]'],
  createResponse: ['/v1/responses', '"input": "Hello"'],
  createMessage: ['/v1/messages', '"max_tokens": 256, "messages": [{"role": "user", "content": "Hello"}]'],
};

/** A call like one that was made: its operation and model. What it said is not stored. Null for other operations. */
export function curlLike(origin: string, { operation, model }: { readonly operation: string; readonly model: string }) {
  const found = conversations[operation];
  if (!found) return null;
  const [path, member] = found;
  return `curl ${origin}${path} \\
  -H "Authorization: Bearer $DIGLOT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": ${quotedJson(model)}, ${member}}'`;
}

/** A question to the control API, by a path with its query. */
export const curlOf = (origin: string, path: string): string =>
  `curl "${origin}/console/api${path}" -H "Authorization: Bearer $DIGLOT_ADMIN_KEY"`;

const claudeCode = ({ origin, secret, model }: SnippetValues): string => `export ANTHROPIC_BASE_URL=${origin}
export ANTHROPIC_AUTH_TOKEN=${shell(secret)}
export ANTHROPIC_API_KEY=""
export ANTHROPIC_MODEL=${model}
claude`;

const codexConfig = ({ origin, model }: SnippetValues): string => `model_provider = "diglot"
model = "${model}"

[model_providers.diglot]
name = "Diglot"
base_url = "${origin}/v1"
env_key = "DIGLOT_API_KEY"
wire_api = "responses"`;

const codexShell = ({ secret }: SnippetValues): string => `export DIGLOT_API_KEY=${secret ?? 'sk-dg-…'}
codex`;

const vercel = ({ origin, secret, model }: SnippetValues): string => `import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

const diglot = createOpenAI({ baseURL: '${origin}/v1', apiKey: ${javascript(secret, 'DIGLOT_API_KEY')} });
const { text } = await generateText({ model: diglot('${model}'), prompt: 'Hello' });
console.log(text);`;

const langchain = ({
  origin,
  secret,
  model,
}: SnippetValues): string => `${importOs(secret)}from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    base_url="${origin}/v1",
    api_key=${python(secret, 'DIGLOT_API_KEY')},
    model="${model}",
)
print(model.invoke("Hello").content)`;

const agents = ({
  origin,
  secret,
  model,
}: SnippetValues): string => `${importOs(secret)}from agents import Agent, Runner, set_default_openai_client, set_tracing_disabled
from openai import AsyncOpenAI

set_default_openai_client(AsyncOpenAI(base_url="${origin}/v1", api_key=${python(secret, 'DIGLOT_API_KEY')}))
set_tracing_disabled(True)
agent = Agent(name="Assistant", model="${model}")
print(Runner.run_sync(agent, "Hello").final_output)`;

const llamaIndex = ({
  origin,
  secret,
  model,
}: SnippetValues): string => `${importOs(secret)}from llama_index.llms.openai_like import OpenAILike

llm = OpenAILike(
    api_base="${origin}/v1",
    api_key=${python(secret, 'DIGLOT_API_KEY')},
    model="${model}",
    is_chat_model=True,
)
print(llm.complete("Hello"))`;

const aider = ({ origin, secret, model }: SnippetValues): string => `export OPENAI_API_BASE=${origin}/v1
export OPENAI_API_KEY=${shell(secret)}
aider --model openai/${model}`;

const one =
  (title: string, write: (values: SnippetValues) => string): Client['pieces'] =>
  (values) => [{ title, code: write(values) }];

/** The quick start: six ways to a first call. */
export const quickStart: readonly Client[] = [
  {
    id: 'python',
    name: 'Python',
    pieces: (values) => [
      { title: 'OpenAI SDK: pip install openai', code: openaiPython(values) },
      { title: 'Anthropic SDK: pip install anthropic', code: anthropicPython(values) },
    ],
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    pieces: (values) => [
      { title: 'OpenAI SDK: npm install openai', code: openaiTypescript(values) },
      { title: 'Anthropic SDK: npm install @anthropic-ai/sdk', code: anthropicTypescript(values) },
    ],
  },
  { id: 'curl', name: 'curl', pieces: one('Shell', curl) },
  { id: 'claude-code', name: 'Claude Code', pieces: one('Shell', claudeCode) },
  {
    id: 'codex',
    name: 'Codex',
    pieces: (values) => [
      { title: '~/.codex/config.toml', code: codexConfig(values) },
      { title: 'Shell', code: codexShell(values) },
    ],
  },
  { id: 'vercel', name: 'Vercel AI SDK', pieces: one('npm install ai @ai-sdk/openai', vercel) },
];

/** More clients, each with a page of its own. */
export const moreClients: readonly Client[] = [
  { id: 'langchain', name: 'LangChain', pieces: one('pip install langchain-openai', langchain) },
  { id: 'openai-agents', name: 'OpenAI Agents', pieces: one('pip install openai-agents', agents) },
  { id: 'llamaindex', name: 'LlamaIndex', pieces: one('pip install llama-index-llms-openai-like', llamaIndex) },
  { id: 'aider', name: 'aider', pieces: one('Shell: pip install aider-chat', aider) },
];

/** What goes into a file named `.env`, in the variables that the SDKs read. */
export const envFile = ({ origin, secret }: Omit<SnippetValues, 'model'>): string => `OPENAI_BASE_URL=${origin}/v1
OPENAI_API_KEY=${secret ?? ''}
ANTHROPIC_BASE_URL=${origin}
ANTHROPIC_AUTH_TOKEN=${secret ?? ''}
DIGLOT_API_KEY=${secret ?? ''}
`;
