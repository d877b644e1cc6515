/** What a model can do, as far as a translated request depends on it. Every member is data of the catalogue. */
export interface ModelAbilities {
  /** Tokens; what a request gets that names no limit where the wire requires one. */
  readonly maxOutputTokens: number | null;
  /** `refused`: only the defaults of temperature, top_p and top_k are accepted. */
  readonly sampling: 'free' | 'refused';
  /** Values of effort that it takes, weakest first; empty: it has no such setting. */
  readonly efforts: readonly string[];
  /** How a Messages request sets its reasoning: by effort alone, or by a budget of tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  /** Whether it answers in the form of a schema. */
  readonly schemas: boolean;
  /** Whether a tool's schema can be promised to hold. */
  readonly strictTools: boolean;
  readonly images: boolean;
  readonly documents: boolean;
  readonly audio: boolean;
  /** Whether it continues an assistant message that ends the conversation. */
  readonly prefill: boolean;
  /** Whether a system message may stand in the middle of a conversation. */
  readonly systemInMiddle: boolean;
  /** Whether content parts may mark what is to be cached, on Chat Completions and Responses. */
  readonly cacheMarks: boolean;
  /** Whether the provider's web search can be asked for. */
  readonly search: boolean;
  /** The member of Chat Completions that limits the output. */
  readonly limitMember: 'max_completion_tokens' | 'max_tokens';
  /** Whether `top_k` is taken on Chat Completions. */
  readonly topK: boolean;
}
