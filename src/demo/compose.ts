import { countTokens, tokensPerImage, tokensPerMessage } from './count-tokens.ts';
import { exampleOf } from './example-of.ts';
import { longText } from './long-text.ts';
import type { Manner } from './manner.ts';
import type { OfferedTool, Prompt } from './prompt.ts';
import { namesIt } from './prompt-words.ts';

/** What the demo says to a prompt, before any wire format. */
export interface Reply {
  /** The text, in pieces to be streamed one by one; empty when a tool is called. */
  readonly words: readonly string[];
  readonly text: string;
  readonly toolCall: { readonly name: string; readonly input: 'json' | 'text'; readonly argument: string } | null;
  readonly finish: 'stop' | 'length' | 'tool' | 'refusal';
  /** The stop sequence that ended the text; null when none did. */
  readonly stopSequence: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const longestEcho = 2_000;

/** The demo's answer: an echo, a tool call where one is forced or named by the prompt, or what the model's manner asks for. */
export function compose(prompt: Prompt, manner: Manner): Reply {
  const inputTokens = inputTokensOf(prompt);
  const base = { toolCall: null, stopSequence: null, inputTokens };
  const refuses = manner.speech === 'refusal';
  const tool = refuses ? undefined : toolToCall(prompt);
  if (tool) {
    const word = lastWord(prompt.lastUserText);
    const argument = tool.input === 'text' ? word : JSON.stringify(exampleOf(tool.schema, word));
    const toolCall = { name: tool.name, input: tool.input, argument };
    const outputTokens = countTokens(tool.name) + countTokens(argument);
    return { ...base, words: [], text: '', toolCall, finish: 'tool', outputTokens };
  }
  const stopped = refuses ? { text: refusal, stopSequence: null } : stopAt(textFor(prompt, manner), prompt.stops);
  const whole = said(stopped.text);
  if (prompt.maxTokens !== null && whole.outputTokens > prompt.maxTokens) {
    return { ...base, ...said(shortened(whole.words, prompt.maxTokens)), finish: 'length' };
  }
  return { ...base, ...whole, finish: refuses ? 'refusal' : 'stop', stopSequence: stopped.stopSequence };
}

/** Tokens of everything that was sent. */
export const inputTokensOf = (prompt: Prompt): number =>
  prompt.texts.reduce((sum, text) => sum + countTokens(text) + tokensPerMessage, 0) + prompt.images * tokensPerImage;

const refusal = 'I’m sorry, but I can’t help with that. (The model demo-refusal declines everything.)';

const said = (text: string): Pick<Reply, 'text' | 'words' | 'outputTokens'> => ({
  text,
  words: text.match(/\S+\s*|\s+/g) ?? [],
  outputTokens: countTokens(text),
});

function toolToCall(prompt: Prompt): OfferedTool | undefined {
  const { toolChoice, tools } = prompt;
  if (toolChoice === 'none' || prompt.toolResult !== null) return undefined;
  if (typeof toolChoice === 'object') return tools.find((tool) => tool.name === toolChoice.name);
  return toolChoice === 'required' ? tools[0] : tools.find(({ name }) => namesIt(prompt.lastUserPart, name));
}

function textFor(prompt: Prompt, manner: Manner): string {
  if (manner.speech === 'long') return longText;
  if (prompt.schema) return JSON.stringify(exampleOf(prompt.schema, lastWord(prompt.lastUserText)));
  const seen = prompt.images === 0 ? '' : `I can see ${prompt.images === 1 ? 'an image' : `${prompt.images} images`}. `;
  if (prompt.toolResult !== null) return `${seen}The tool answered: ${cut(prompt.toolResult)}`;
  return `${seen}You said: ${cut(prompt.lastUserText) || 'nothing yet.'}`;
}

const cut = (text: string): string => (text.length > longestEcho ? `${text.slice(0, longestEcho)}…` : text);

const lastWord = (text: string): string =>
  text
    .slice(-longestEcho)
    .match(/[\p{L}\p{N}-]+/gu)
    ?.at(-1) ?? 'example';

function stopAt(text: string, stops: readonly string[]): { text: string; stopSequence: string | null } {
  const places = stops.filter((stop) => stop !== '' && text.includes(stop));
  const first = places.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))[0];
  return first === undefined
    ? { text, stopSequence: null }
    : { text: text.slice(0, text.indexOf(first)), stopSequence: first };
}

function shortened(words: readonly string[], maxTokens: number): string {
  let text = '';
  let tokens = 0;
  for (const word of words) {
    tokens += countTokens(word);
    if (tokens > maxTokens) break;
    text += word;
  }
  return text;
}
