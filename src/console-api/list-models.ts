import type { Model } from '../catalog/catalog.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';

/** `GET /models` */
export const listModels: ConsoleHandler<'listModels'> =
  ({ catalog }) =>
  async (call) => {
    const data = catalog().models.map(writeModel);
    answer(call, 200, { object: 'list', data } satisfies Answers['ModelList']);
  };

const writeModel = (model: Model): Answers['Model'] => ({
  object: 'model',
  id: model.id,
  display_name: model.displayName,
  product_sku: model.product,
  targets: model.targets.map(({ provider, model: name, region, weight }) => ({
    provider,
    model: name,
    region,
    weight,
  })),
  fallbacks: [...model.fallbacks],
  max_input_tokens: model.maxInputTokens,
  max_output_tokens: model.maxOutputTokens,
  retired: model.retired,
});
