import type { Route } from '../../routing/route.ts';
import type { OpenFormSpool } from '../../objects/byte-storage.ts';
import type { Call } from '../call.ts';
import type { UploadWatch } from './reader.ts';
import { openForm, type FormEdits, type OpenForm } from './open-form.ts';
import { modelRequired, type UpstreamDraft } from '../upstream-draft.ts';
import type { RequestFacts } from '../../wires/wire.ts';
import { watchAudio, type AudioWatch } from '../audio-watch.ts';

/** A form that has been read as far as its call needs, with what was seen of its file. */
export interface ReceivedForm extends OpenForm {
  /** The last file of the form that its document names, as far as it has passed. */
  readonly sound: AudioWatch;
}

/** How a form is read. */
interface FormReading {
  /** Names of the fields without which the call cannot begin; `all`: the whole form. */
  readonly needs: readonly string[] | 'all';
  readonly openFormSpool: OpenFormSpool;
  /** Gets the file's bytes; absent: the file is watched as audio. */
  readonly watch?: UploadWatch;
}

/**
 * Reads a call's form until the named fields are known, lets the call use it, and lets go of it.
 *
 * @throws {GatewayError} `invalid_value`, `overloaded`, and what `Upload.read` throws
 */
export async function withForm(
  { upload, memory, caller }: Pick<Call, 'upload' | 'memory' | 'caller'>,
  { needs, openFormSpool, watch }: FormReading,
  use: (form: ReceivedForm) => Promise<void>,
): Promise<void> {
  if (upload === null) throw new Error('The operation has no form.');
  const sound = watchAudio();
  const openSpool = () => openFormSpool(caller.keyId);
  const form = await openForm(upload, { needs, openSpool, watch: watch ?? sound, memory });
  try {
    await use({ ...form, sound });
  } finally {
    await form.close();
  }
}

/** What a form asks for, and how it goes on. */
interface FormDraft {
  readonly form: OpenForm;
  /** Null for an operation that names none. */
  readonly model: string | null;
  /** Upper bound of the tokens that the form can be, apart from its `contents`. */
  readonly input: number;
  readonly contents?: RequestFacts['contents'];
  /** Upper bound of the tokens that one result can be; absent: the model's own. */
  readonly output?: number;
  /** How many results may come back. */
  readonly answers?: number;
  readonly units?: RequestFacts['units'];
  readonly instead?: RequestFacts['instead'];
  readonly measure?: RequestFacts['measure'];
  readonly mayBeText?: boolean;
  /** Fields that change on the way, besides the model's name. */
  readonly edits?: (route: Route) => FormEdits;
}

/** A form's very bytes, apart from the model's name at the provider and the edits of the operation. */
export function draftForm(draft: FormDraft): UpstreamDraft {
  const {
    form,
    model,
    input,
    output = null,
    answers = 1,
    contents = null,
    units = {},
    instead,
    measure,
    mayBeText = false,
    edits,
  } = draft;
  const editsOf = (route: Route): FormEdits => ({
    ...(model !== null && form.fields.get('model') !== route.upstreamModel && { model: route.upstreamModel }),
    ...edits?.(route),
  });
  const facts: RequestFacts = {
    model,
    referenced: [],
    usageChunk: false,
    bound: { input, output, answers },
    contents,
    units,
    ...(instead && { instead }),
    ...(measure && { measure }),
    mayBeText,
    // Of a form that flows, these fields may still be on their way when the call begins. They have come when its answer does.
    get stream() {
      return form.fields.get('stream') === 'true';
    },
    body: () => Object.fromEntries([...form.fields].filter(([name]) => name === 'prompt')),
  };
  return {
    facts,
    body: (route) => form.body(editsOf(route)),
    length: (route) => form.length(editsOf(route)),
    once: !form.whole,
  };
}

/**
 * The model that a form names.
 *
 * @throws {GatewayError} `invalid_value` when it names none
 */
export function modelOf({ fields }: OpenForm, defaultModel?: string): string {
  const model = fields.get('model') || defaultModel;
  if (model !== undefined) return model;
  throw modelRequired();
}
