import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { ObjectKind, Owned } from '../resources/owned-object.ts';
import type { Call } from './call.ts';

/** What the call of an operation brings: where its path names an object, that object, its owner checked. */
export type CallOf<Facts extends Pick<OperationFacts, 'object'>> = Facts['object'] extends ObjectKind
  ? Call & { readonly object: Owned<Facts['object']> }
  : Call;

/** The handlers of one document. An operation without one, or one that wants an object that its path does not name, does not compile. */
export type HandlersOf<Operations extends Readonly<Record<string, Pick<OperationFacts, 'object'>>>, Requests> = {
  readonly [Id in keyof Operations & keyof Requests]: (call: CallOf<Operations[Id]> & Requests[Id]) => Promise<void>;
};
