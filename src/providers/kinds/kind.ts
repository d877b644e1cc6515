import type { Model, Provider } from '../../catalog/catalog.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import type { Edits } from '../../shared/json/splice-json.ts';
import type { Loss } from '../../wires/translation/parts.ts';
import type { WireId } from '../../wires/wire.ts';
import type { ErrorSource } from '../read-error.ts';
import type { SentHeaders, UpstreamAnswer } from '../upstream.ts';

/** A request to a provider, as far as its kind reads it. */
export interface Asked {
  readonly provider: Provider;
  /** Its path as the document has it, with the provider's own ids in it. */
  readonly operation: { readonly path: string };
  readonly wire: WireId | 'none';
  /** The model's name at the provider; null where none is named. */
  readonly model: string | null;
  readonly stream: boolean;
}

/** A JSON request before it is written for its provider. */
export interface JsonRequest {
  readonly provider: Provider;
  readonly wire: WireId | 'none';
  /** The model of the catalogue, and its name at the provider. */
  readonly model: Model;
  readonly upstreamModel: string;
  readonly stream: boolean;
  readonly body: JsonObject;
  readonly headers: SentHeaders;
}

/** What changes of a request, so that a provider takes it. Absent members: nothing. */
export interface Adaptation {
  /** Members of the body. They replace those of the same name; null removes one. */
  readonly edits?: Edits;
  /** What goes out in place of the body, once it has been edited. */
  readonly wrap?: (body: Buffer) => Buffer;
  /** All headers. */
  readonly headers?: SentHeaders;
  /** What the provider does not take, at the paths of the body. */
  readonly losses?: readonly Loss[];
}

/** How a vendor is reached. A new kind is a new file in this folder. */
export interface ProviderKind {
  /** Where its models are listed: an answer there proves address and credential, and costs nothing. Null: nowhere. */
  readonly modelsPath: string | null;
  /** Below the base address: the path, and what the kind adds to the query, without `?`. */
  readonly locate: (asked: Asked) => { readonly path: string; readonly query: string };
  /** The caller's query: empty, or with `?`. Absent: as it is. */
  readonly search?: (search: string) => string;
  /**
   * What changes of a JSON request. Absent: nothing.
   *
   * @throws {GatewayError} for a request that the provider could not take
   */
  readonly adapt?: (request: JsonRequest) => Adaptation;
  /** The headers of a request, as they are signed and sent. Absent: as they are. */
  readonly headers?: (headers: SentHeaders) => SentHeaders;
  /**
   * An answer with the status of a success, in the form that its wire has. Absent: as it is.
   *
   * @param wire of the caller
   * @throws {UpstreamError} for a failure that comes first; @throws {BrokenUpstream} where it breaks before
   */
  readonly open?: (answer: UpstreamAnswer, source: ErrorSource, wire: WireId | 'none') => Promise<UpstreamAnswer>;
}
