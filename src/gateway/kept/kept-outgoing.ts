import type { OwnedObject } from '../../resources/owned-object.ts';
import { stringOf } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Asked } from '../read-asked.ts';

/** A call that asks for nothing that could be counted. */
export const nothingAsked: Asked = {
  model: null,
  stream: false,
  beside: [],
  usageChunk: false,
  bound: { input: 0, output: 0, answers: 1 },
  units: {},
  body: {},
};

/** The part of `Outgoing` that leads to where a thing is kept. */
export type WayToObject = Required<Pick<Outgoing, 'providerId' | 'region'>>;

/** Where a thing is kept: the provider and the region in which it was made, whatever the call says of regions. */
export function wayTo({ providerId, fields }: OwnedObject): WayToObject {
  const region = stringOf(fields['region']);
  if (providerId === null || region === null) throw new Error('Nobody keeps this object but us.');
  return { providerId, region };
}

/** A call about a thing that a provider keeps, without a body: it goes where the thing is, under the provider's own id. */
export const keptOutgoing = (call: Call, object: OwnedObject): Outgoing => ({
  asked: nothingAsked,
  body: () => null,
  ...wayTo(object),
  path: call.operation.path.replace(/\{[^}]+\}/, encodeURIComponent(object.upstreamId ?? '')),
});
