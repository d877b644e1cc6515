import type { Model, Provider } from '../../catalog/catalog.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import type { Edits, RawObject } from '../../shared/json/raw-json.ts';
import type { Loss } from '../../wires/translation/parts.ts';
import type { WireId } from '../../wires/meter.ts';
import type { ErrorSource } from '../read-error.ts';
import type { SentHeaders, UpstreamAnswer } from '../upstream.ts';

/** The parts of a request that its provider's kind reads. */
export interface Asked {
  readonly provider: Provider;
  /** The path in the document, with the provider's own ids in it. */
  readonly operation: { readonly path: string };
  readonly wire: WireId | 'none';
  /** The model's name at the provider; null if none is named. */
  readonly model: string | null;
  readonly stream: boolean;
}

/** A JSON request before it is written for its provider. */
export interface JsonRequest {
  readonly provider: Provider;
  readonly wire: WireId | 'none';
  /** The catalogue's model, and its name at the provider. */
  readonly model: Model;
  readonly upstreamModel: string;
  readonly stream: boolean;
  readonly body: JsonObject;
  /** The body with its text, so that what does not change is copied. */
  readonly raw: () => RawObject;
  readonly headers: SentHeaders;
}

/** The changes that make a request acceptable to a provider. Absent members: no change. */
export interface Adaptation {
  /** Members of the body. They replace those of the same name; null removes a member. */
  readonly edits?: Edits;
  /** Converts the edited body to the bytes that are sent. */
  readonly wrap?: (body: Buffer) => Buffer;
  /** All headers. */
  readonly headers?: SentHeaders;
  /** What the provider does not accept, at the paths of the body. */
  readonly losses?: readonly Loss[];
}

/** How a vendor is reached. A new kind is a new file in this folder. */
export interface ProviderKind {
  /** Where its models are listed: an answer proves address and credential, and costs nothing. Null: nowhere. */
  readonly modelsPath: string | null;
  /** Below the base address: the path, and what the kind adds to the query, without `?`. */
  readonly locate: (asked: Asked) => { readonly path: string; readonly query: string };
  /** The caller's query: empty, or with `?`. Absent: unchanged. */
  readonly search?: (search: string) => string;
  /**
   * The changes of a JSON request. Absent: none.
   *
   * @throws {GatewayError} for a request that the provider would not accept
   */
  readonly adapt?: (request: JsonRequest) => Adaptation;
  /** The headers of a request as they are signed and sent. Absent: unchanged. */
  readonly headers?: (headers: SentHeaders) => SentHeaders;
  /**
   * Converts a success to the form of its wire format. Absent: unchanged.
   *
   * @param wire the caller's wire format
   * @throws {UpstreamError} for a failure that comes first; @throws {BrokenUpstream} where it breaks before
   */
  readonly open?: (answer: UpstreamAnswer, source: ErrorSource, wire: WireId | 'none') => Promise<UpstreamAnswer>;
}
