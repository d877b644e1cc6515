import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { jsonImages } from '../images/json-images.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /images/generations`. Without a model it is the one that the vendor's document names as its default. */
export const createImage =
  ({ relay, ...rooms }: GatewayServices): Handlers<Call>['createImage'] =>
  (call) =>
    relay(call, jsonImages(call, { body: call.body, defaultModel: 'dall-e-2' }, rooms));
