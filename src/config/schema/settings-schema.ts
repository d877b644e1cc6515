import { z } from 'zod';
import { modelSchema } from '../../catalog/schema/model-schema.ts';
import { modelNameSchema, regionSchema } from '../../catalog/schema/name-schema.ts';
import { planSchema } from '../../catalog/schema/plan-schema.ts';
import { productSchema } from '../../catalog/schema/product-schema.ts';
import { providerSchema } from '../../catalog/schema/provider-schema.ts';
import { bootstrapSchema } from './bootstrap-schema.ts';
import { limitsSchema } from './limits-schema.ts';
import { serverSchema } from './server-schema.ts';
import { storageSchema } from './storage-schema.ts';

/** The whole of diglot.yaml, as people write it: every member has a default, unknown members are errors. */
export const settingsSchema = z
  .strictObject({
    server: serverSchema,
    storage: storageSchema,
    limits: limitsSchema,
    regions: z
      .array(regionSchema)
      .min(1, 'must name at least one region')
      .default(['global'])
      .describe('Region codes that callers may ask for; without X-Region-Code it is global.'),
    providers: z
      .array(providerSchema)
      .default([])
      .describe('Upstreams. None at all: the built-in offline demo answers.'),
    models: z.array(modelSchema).default([]).describe('What callers can call.'),
    default_model: modelNameSchema
      .nullable()
      .default(null)
      .describe(
        'Model of requests to /v1/responses that name none, such as those of a stored prompt; it is put into them. Default: they are refused.',
      ),
    products: z.array(productSchema).default([]).describe('What calls are billed against.'),
    plans: z.array(planSchema).default([]).describe('What a workspace may spend in a month, and on what.'),
    bootstrap: bootstrapSchema,
  })
  .describe('Settings of the gateway, as diglot.yaml holds them.');

/** The settings with every default filled in, still in the words of the file. */
export type Settings = z.output<typeof settingsSchema>;
