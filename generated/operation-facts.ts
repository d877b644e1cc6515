// Generated from specs/ by `npm run generate`. Do not edit.

/** Where an operation is found. */
export interface OperationAddress {
  /** Its operationId. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path as the document has it, parameters in braces, without the server's base. */
  readonly path: string;
  /** Whether the document has an answer of `text/event-stream`. */
  readonly streams: boolean;
}

/** An operation as `x-diglot` describes it to the gateway. */
export interface OperationFacts extends OperationAddress {
  /** The family that key scopes and providers name; `key` and `models` are open to every key. */
  readonly family: 'models' | 'chat' | 'completions' | 'responses' | 'conversations' | 'embeddings' | 'moderations' | 'images' | 'audio' | 'files' | 'batches' | 'messages' | 'drive' | 'realtime' | 'key';
  /** Whether the call leaves for an upstream and is charged. */
  readonly billed: boolean;
  /** `default`: optional, else the model's; `model`: always the model's; `required`: must be sent. */
  readonly product: 'default' | 'model' | 'required';
  /** Whether the limits of voice routes hold (28 MiB, 5 minutes). */
  readonly voice: boolean;
  /** What the request body is. */
  readonly body: 'none' | 'json' | 'multipart' | 'json-or-multipart';
  /** Which configured limit the request body has. `file` is for forms: JSON has the limit of `json` there. */
  readonly limit: 'json' | 'voice' | 'file';
  /** The wire format of request and answer, where an upstream sees them. */
  readonly wire: 'none' | 'chat-completions' | 'completions' | 'responses' | 'embeddings' | 'moderations' | 'images' | 'audio' | 'messages' | 'text-completions' | 'count-tokens' | 'gemini' | 'converse';
  /** The kind of stored object that the path names. */
  readonly object: 'none' | 'response' | 'conversation' | 'chat-completion' | 'voice' | 'voice-consent' | 'file' | 'batch' | 'drive-file';
}

/** Who may call an operation of the control API: workspace roles, and the operator. */
export type AccessRole = 'owner' | 'admin' | 'billing' | 'developer' | 'viewer' | 'operator';

/**
 * Where one of the roles must be held.
 *
 * - `workspace`: In the workspace that the path, the query or the body names.
 * - `key`: In the workspace of the key in the path.
 * - `call`: In the workspace of the call in the path.
 * - `any_workspace`: In any workspace.
 * - `server`: On the server as a whole: the operator alone.
 * - `signed_in`: No role: any person with a session, and the administrator key.
 * - `person`: No role: any person with a session, about themselves.
 * - `public`: No role and no session.
 */
export type AccessScope = 'workspace' | 'key' | 'call' | 'any_workspace' | 'server' | 'signed_in' | 'person' | 'public';

/** An operation of the control API, and who may call it. */
export interface ControlOperation extends OperationAddress {
  readonly roles: readonly AccessRole[];
  readonly scope: AccessScope;
}
