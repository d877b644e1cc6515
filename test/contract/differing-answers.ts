/** Recorded answers that are not as our documents say, and why the documents stay as they are. */
export interface DifferingAnswers {
  readonly id: RegExp;
  /** What differs; an answer that differs in anything else is not meant. */
  readonly says: RegExp;
  readonly reason: string;
}

/** Recordings by the upstream that made them. Nothing is lost of them: answers go through as they come. */
export const differingAnswers: readonly DifferingAnswers[] = [
  {
    id: /^(dd-trace-py-(baf91b4da9cb|779113a889da|5af24dfca3ba)|otel-js-contrib-2d4bd4a1e3f9|ruby-openai-aaa3c50fa19f|vercel-ai-57d879415bfc)$/,
    says: /required property 'sequence_number'/,
    reason: 'Streams of the first weeks of this API, before events were numbered. SDKs of today require the number.',
  },
  {
    id: /^otel-js-contrib-f963cd8720a2$/,
    says: /^\/output\/0\/action must be object/,
    reason: 'Of the same weeks: the action of a search was its bare name.',
  },
  {
    id: /^(dd-trace-py|fantasy|openllmetry|req_llm|vercel-ai)-(3154a76bc86b|6a7b010f4ebf|d451e9007cd1|a2199c1b645c|83bd46820809|80355328dc01|4de5cf31af8b|cf0af4f384ab|eb1f837d049b|b679c6770d4b|a58e9a3089e0|e2e218bb0d41|386b4fed7cc6|3d7c1e076b49|d86f890feb77)$/,
    says: /^\/object must be equal to constant/,
    reason: 'Azure puts a chunk of filter results before the first one, with an empty `object`.',
  },
  {
    id: /^(dd-trace-py|pydantic-ai|vercel-ai)-(cd5aee4261fd|30955864f082|3858c2fb6451|59299e5f280f|f0b7878af783|21ebe0cccc64|b8988db185f0)$/,
    says: /content must be string,null/,
    reason: 'Mistral answers content as a list of parts when it reasons or cites.',
  },
  {
    id: /^pydantic-ai-(670141814a2c|246b422552d8|5580a8d3931c|33fba8593ce9|900dbd7ec572|bb0cfa13429f|93a927226281|f2297be6738d|0c2827a018ec)$/,
    says: /tool_calls\/0 must have required property 'type'/,
    reason: 'Mistral leaves out the type of a tool call.',
  },
  {
    id: /^vercel-ai-e2a101531ff1$/,
    says: /required property 'id'/,
    reason: 'Mistral, and a fragment of an answer that its source made up.',
  },
  {
    id: /^(pydantic-ai-9edd1ac1cd38|req_llm-a47c71397b94)$/,
    says: /^\/error must have required property 'param'/,
    reason: 'Groq reports a failure in the middle of a stream with fewer members.',
  },
  {
    id: /^envoy-ai-gateway-(fd602d20e64c|50bf6b8e29c9)$/,
    says: /required property 'id'/,
    reason: 'Errors that were recorded with status 200.',
  },
  {
    id: /^pydantic-ai-(76c2d79f3fce|fa00d172bf10)$/,
    says: /required property '(id|arguments)'/,
    reason: 'An echo server, and a proxy that leaves out what a tool was not given.',
  },
  {
    id: /^crewai-669dc1afadac$/,
    says: /required property 'finish_reason'/,
    reason: 'OpenRouter left out the reason for which a model stopped.',
  },
  {
    id: /^req_llm-(d01786e68bcd|42a19240f55b|926e77e071c8|2fd11d7bed05|6187223ba1d2|34ad842dfdb4)$/,
    says: /logprobs must be object,null|tool_calls\/0\/type must be/,
    reason: 'OpenRouter hands on a number as logprobs and an empty type, as the host behind it sent them.',
  },
  {
    id: /^vercel-ai-(6c47ad740b47|2d6d079201fb)$/,
    says: /required property '(type|created_at)'/,
    reason: 'Chat completions that were recorded under the address of responses.',
  },
  {
    id: /^vercel-ai-(8b2ab45a22b5|7b04426ab312)$/,
    says: /type must be equal to constant/,
    reason: 'xAI has tools and items of its own (`x_search`), of which the specification knows nothing.',
  },
  {
    id: /^vercel-ai-5bd95ce0c9ef$/,
    says: /^\/object must be equal to constant/,
    reason: 'Perplexity ends its streams with an object of its own.',
  },
];
