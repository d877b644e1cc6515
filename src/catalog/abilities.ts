/** What a model can do, as far as a translated request depends on it. Every member is data of the catalogue. */
export interface ModelAbilities {
  /** Tokens; what a request gets that names no limit where the wire requires one. */
  readonly maxOutputTokens: number | null;
  /** `refused`: only the defaults of temperature, top_p and top_k are accepted. */
  readonly sampling: 'free' | 'refused';
  /** Values of effort that it takes, weakest first; empty: it has no such setting. */
  readonly efforts: readonly string[];
  /** How it is told to think: by effort alone, or by a budget of tokens. */
  readonly thinking: 'adaptive' | 'budget' | 'none';
  /** Whether a schema can be promised to hold. */
  readonly strictSchemas: boolean;
  readonly images: boolean;
  readonly documents: boolean;
  /** Whether it continues an assistant message that ends the conversation. */
  readonly prefill: boolean;
  /** Whether a system message may stand in the middle of a conversation. */
  readonly systemInMiddle: boolean;
}
