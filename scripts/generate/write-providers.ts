import type { Profile } from '../../src/catalog/catalog.ts';
import { credentialTypes } from '../../src/catalog/credential.ts';
import { profiles } from '../../src/catalog/profiles.ts';
import { kindFacts, kindIds } from '../../src/catalog/provider-kinds.ts';
import { kinds } from '../../src/providers/kinds/kinds.ts';

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** What a kind cannot do, as its facts and its code say. */
function limitsOf(id: (typeof kindIds)[number]): string {
  const { textAlone = false, wires, named = [], spec } = kindFacts[id];
  const limits = [
    ...(textAlone ? ['files, batches, images, audio and embeddings'] : []),
    ...(spec === 'b' && ![...wires, ...named].includes('count-tokens') ? ['counting tokens'] : []),
    ...(kinds[id].modelsPath === null ? ['lists of models, so `prefix*` models stay unlisted'] : []),
  ];
  return limits.length === 0 ? '-' : `no ${limits.join('; no ')}`;
}

const kindRows = kindIds.map((id) => {
  const { title, address, spec, wires, named = [], credentials } = kindFacts[id];
  const formats = named.length === 0 ? code(wires) : `${code(wires)}; where the row names them ${code(named)}`;
  return [`\`${id}\``, title, spec, `\`${address}\``, formats, code(credentials), limitsOf(id)];
});

const usageWords: Readonly<Record<Profile['streamUsage'], string>> = {
  asked: 'when asked, as Diglot does',
  forbidden: 'unasked; asking is refused',
};

const profileRows = Object.entries<Profile>(profiles).map(([id, profile]) => [
  `\`${id}\``,
  profile.title,
  `\`${profile.baseUrl}\``,
  code(profile.wires),
  usageWords[profile.streamUsage],
  profile.reasoning ?? 'by the total',
  profile.limit === null ? 'both' : `\`${profile.limit}\``,
  [
    ...(profile.refused.length > 0 ? [code(profile.refused)] : []),
    ...(profile.refusesNames === true ? ['`messages[].name`'] : []),
    ...(profile.required === null ? ['a `tool_choice` but `auto` and `none`'] : []),
    ...(profile.abilities?.schemas === false ? ['a `response_format` of type `json_schema`'] : []),
    ...(profile.abilities?.strictTools === false ? ['`tools[].function.strict` (left out)'] : []),
    ...(profile.shortToolIds === true ? ['ids of tool calls but of nine letters or digits (rewritten)'] : []),
  ].join(', ') || '-',
  Object.entries(profile.errorCodes ?? {})
    .map(([own, meaning]) => `\`${own}\`: \`${meaning}\``)
    .join(', ') || '-',
]);

/** The reference of kinds and profiles, from the code that serves them. */
export const writeProviders = (): string => `# Providers: what each kind and each host can and cannot do

Generated from the code by \`npm run generate\`. A row of \`providers\` names its \`kind\`; a row of kind \`openai\` may name a \`profile\`.

## Kinds

${table(['kind', 'vendor', 'spec', '`base_url`', 'text formats', 'credentials (`type`)', 'not there'], kindRows)}
Calls in another text format are translated. Betas of Spec B (\`anthropic-beta\`) pass, except on \`bedrock\`, which refuses unknown ones: there
a model's \`betas\` lists what it takes, and the others are left out and named in \`x-diglot-dropped\`. A target of a model may narrow or reorder
the text formats of its provider (\`wires\`). \`headers\` of a row go with every request. \`guardrail\` of a \`bedrock\` row checks every call.
The \`base_url\` of \`gemini\` on Vertex AI is \`https://aiplatform.googleapis.com/v1/projects/PROJECT/locations/global/publishers/google\`, or that
of a region; there are no lists of models there either.

## Credentials

${code(credentialTypes)}. Tokens are obtained once for all callers, renewed before they end, and used until then. A failed renewal is 502 with
the reason. Secrets come from \`\${NAME}\` or \`\${file:PATH}\`.

## Profiles of compatible hosts

\`diglot providers add <profile>\` writes the row. A host without a profile works too: then nothing but what all hosts take is assumed.
A row may say more of its host: \`stream_usage: forbidden\`, \`output_limit\`, \`refuses\` (members of chat completions).

${table(['profile', 'host', '`base_url`', 'text formats', 'usage in streams', 'reasoning tokens', 'output limit', 'refused', 'error codes of its own'], profileRows)}
What a host refuses and the answer depends on is 400 before it is sent, unless the caller or the model says \`on_loss: warn\`; then it is left out,
and named in \`x-diglot-dropped\`. Errors are read in all forms that these hosts use, under an error status, under 200 and within streams.
`;
