import type { Spec } from '../catalog/catalog.ts';
import { type Behaviour, DemoFault, notFound } from './call.ts';

const normal: Behaviour = { firstByteMilliseconds: 20, wordMilliseconds: 12, end: 'whole', speech: 'echo' };

const behaviours: Readonly<Record<string, Behaviour>> = {
  'demo-slow': { ...normal, firstByteMilliseconds: 2_000, wordMilliseconds: 250 },
  'demo-drop': { ...normal, end: 'drop' },
  'demo-refusal': { ...normal, speech: 'refusal' },
  'demo-long': { ...normal, wordMilliseconds: 1, speech: 'long' },
};

const faults: Readonly<Record<string, Readonly<Record<Spec, DemoFault>>>> = {
  'demo-429': {
    a: new DemoFault({
      status: 429,
      type: 'requests',
      message: 'Rate limit reached for demo-429: 1 request per second. Try again in 1 s.',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '1' },
    }),
    b: new DemoFault({
      status: 429,
      type: 'rate_limit_error',
      message: 'This request would exceed the rate limit of demo-429.',
      headers: { 'retry-after': '1' },
    }),
  },
  'demo-529': {
    a: new DemoFault({
      status: 503,
      type: 'server_error',
      message: 'The engine is currently overloaded, please try again later.',
    }),
    b: new DemoFault({ status: 529, type: 'overloaded_error', message: 'Overloaded' }),
  },
};

const absent: Readonly<Record<Spec, (model: string) => DemoFault>> = {
  a: (model) =>
    new DemoFault({
      status: 404,
      type: 'invalid_request_error',
      message: `The model ${model} does not exist here. Demo models begin with demo.`,
      code: 'model_not_found',
      param: 'model',
    }),
  b: (model) => notFound(`model: ${model}`),
};

/** 404 with the vendor's message. */
export const absentModel = (model: string, spec: Spec): DemoFault => absent[spec](model);

/** Models for one kind of operation each, which behave like `demo`. */
const specialists = ['demo-embedding', 'demo-image', 'demo-moderation', 'demo-speech', 'demo-transcribe'];

/** Every name that begins with `demo` is a model; these are listed. */
export const demoModels = ['demo', ...specialists, ...Object.keys(behaviours), ...Object.keys(faults)].toSorted();

/**
 * Returns the behaviour of a model.
 *
 * @throws {DemoFault} for the models that exist to fail, and 404 for a name that does not begin with `demo`
 */
export function behaviourOf(model: string, spec: Spec): Behaviour {
  const fault = Object.hasOwn(faults, model) ? faults[model] : undefined;
  if (fault) throw fault[spec];
  if (!model.startsWith('demo')) throw absentModel(model, spec);
  return (Object.hasOwn(behaviours, model) ? behaviours[model] : undefined) ?? normal;
}

/** Names of the models that exist to fail, or to refuse. */
export const troubledModels: ReadonlySet<string> = new Set([
  ...Object.keys(faults),
  ...Object.keys(behaviours).filter((id) => behaviours[id]?.end === 'drop' || behaviours[id]?.speech === 'refusal'),
]);

/** The behaviour of operations without a model. */
export const plainBehaviour: Behaviour = { ...normal, firstByteMilliseconds: 1 };
