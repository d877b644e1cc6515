/** The abilities of a model that translated requests depend on, as data of the catalogue. */
export interface ModelAbilities {
  /** Output limit, in tokens, for requests without one where the wire requires it. */
  readonly maxOutputTokens: number | null;
  /** `refused`: only the defaults of temperature, top_p and top_k are accepted. */
  readonly sampling: 'free' | 'refused';
  /** Accepted values of effort, weakest first; empty: it has no such setting. */
  readonly efforts: readonly string[];
  /** How thinking is requested on Messages: by effort alone, or by a budget of tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  /** Whether it supports structured output by a schema. */
  readonly schemas: boolean;
  /** Whether tools may be `strict`. */
  readonly strictTools: boolean;
  readonly images: boolean;
  readonly documents: boolean;
  readonly audio: boolean;
  /** Whether it continues an assistant message that ends the conversation. */
  readonly prefill: boolean;
  /** Whether a system message may come in the middle of a conversation. */
  readonly systemInMiddle: boolean;
  /** Whether content parts may have cache markers, on Chat Completions and Responses. */
  readonly cacheMarks: boolean;
  /** Whether the provider's web search is available. */
  readonly search: boolean;
  /** The member of Chat Completions that limits the output. */
  readonly limitMember: 'max_completion_tokens' | 'max_tokens';
  /** Whether `top_k` is accepted on Chat Completions. */
  readonly topK: boolean;
}
