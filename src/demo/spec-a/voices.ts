import { stringOf, type JsonObject } from '../../shared/json/json.ts';
import { json, seconds, type Call, type DemoRoute } from '../call.ts';
import { objectsOf, type Kind } from '../object-store.ts';
import { deleteRoute, storeObject, newestFirst, takeObject, pageOf } from '../stored-objects.ts';
import { plainBehaviour } from '../behaviour.ts';

/** The differences between voices and voice consents. */
interface Collection {
  readonly kind: Kind;
  readonly path: string;
  readonly object: string;
  /** Suffix of `object` for a deleted one. */
  readonly deletedSuffix: string;
  readonly own: (call: Call) => JsonObject;
}

const collections: readonly Collection[] = [
  {
    kind: 'voice',
    path: '/v1/audio/voices',
    object: 'audio.voice',
    deletedSuffix: '.deleted',
    own: () => ({ type: 'audio_sample' }),
  },
  {
    kind: 'consent',
    path: '/v1/audio/voice_consents',
    object: 'audio.voice_consent',
    deletedSuffix: '',
    own: ({ body }) => ({ language: stringOf(body['language']) ?? 'en-US' }),
  },
];

/** Everything under `/v1/audio/voices` and `/v1/audio/voice_consents`. */
export const voices: readonly DemoRoute[] = collections.flatMap(routesOf);

function routesOf({ kind, path, object, deletedSuffix, own }: Collection): readonly DemoRoute[] {
  const create: DemoRoute['answer'] = (call) => {
    const name = stringOf(call.body['name']) ?? 'Voice';
    const body = { id: call.newId(kind), object, name, ...own(call), created_at: seconds(call.now) };
    return storeObject(call, { kind, body });
  };
  const rename: DemoRoute['answer'] = (call) => {
    const stored = takeObject(call, kind);
    const body = { ...stored.body, name: call.body['name'] };
    objectsOf(call.objects, kind).set(call.id, { ...stored, body });
    return json(body, plainBehaviour);
  };
  return [
    { method: 'POST', path, answer: create },
    {
      method: 'GET',
      path,
      answer: (call) => {
        const items = newestFirst(call, kind).map((stored) => stored.body);
        return json({ object: 'list', ...pageOf(items, call.query) }, plainBehaviour);
      },
    },
    { method: 'GET', path: `${path}/{}`, answer: (call) => json(takeObject(call, kind).body, plainBehaviour) },
    { method: 'POST', path: `${path}/{}`, answer: rename },
    deleteRoute(`${path}/{}`, kind, (id) => ({ id, object: `${object}${deletedSuffix}`, deleted: true })),
  ];
}
