import { wireIds } from '../../src/wires/meter.ts';

/** One field of `x-diglot`: what it means and which values it may have. `boolean` fields list true and false. */
interface Field {
  readonly meaning: string;
  readonly values: readonly (string | boolean)[];
}

/** The fields of `x-diglot`, all required on every operation of Spec A and Spec B. */
export const vocabulary = {
  family: {
    meaning: 'The family that key scopes and providers name; `key` and `models` are open to every key.',
    values: [
      'models',
      'chat',
      'completions',
      'responses',
      'conversations',
      'embeddings',
      'moderations',
      'images',
      'audio',
      'files',
      'batches',
      'messages',
      'drive',
      'realtime',
      'key',
    ],
  },
  billed: { meaning: 'Whether the call leaves for an upstream and is charged.', values: [true, false] },
  product: {
    meaning: "`default`: optional, else the model's; `model`: always the model's; `required`: must be sent.",
    values: ['default', 'model', 'required'],
  },
  voice: { meaning: 'Whether the limits of voice routes hold (28 MiB, 5 minutes).', values: [true, false] },
  body: { meaning: 'What the request body is.', values: ['none', 'json', 'multipart', 'json-or-multipart'] },
  limit: {
    meaning: 'Which configured limit the request body has. `file` is for forms: JSON has the limit of `json` there.',
    values: ['json', 'voice', 'file'],
  },
  wire: {
    meaning: 'The wire format of request and answer, where an upstream sees them.',
    values: ['none', ...wireIds],
  },
  object: {
    meaning: 'The kind of stored object that the path names.',
    values: [
      'none',
      'response',
      'conversation',
      'chat-completion',
      'voice',
      'voice-consent',
      'file',
      'batch',
      'drive-file',
    ],
  },
} as const satisfies Record<string, Field>;

/** The names of the fields, in the order in which they are written. */
export const fieldNames = Object.keys(vocabulary) as (keyof typeof vocabulary)[];

/** Who may call an operation of the control API. Workspace roles, and the operator. */
export const roleNames = ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'] as const;

/** Where a role must be held, by the name that `x-diglot.scope` has for it. */
export const accessScopes = {
  workspace: 'In the workspace that the path, the query or the body names.',
  key: 'In the workspace of the key in the path.',
  call: 'In the workspace of the call in the path.',
  any_workspace: 'In any workspace.',
  server: 'On the server as a whole: the operator alone.',
  signed_in: 'No role: any person with a session, and the administrator key.',
  person: 'No role: any person with a session, about themselves.',
  public: 'No role and no session.',
} as const;

/** The scopes in which a role is held in a workspace. */
export const workspaceScopes: readonly string[] = [
  'workspace',
  'key',
  'call',
  'any_workspace',
] satisfies (keyof typeof accessScopes)[];
