import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/text/echo.ts';

/** What a document says about one field of a form. */
export interface FieldRule {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'file';
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** The allowed values; null: any. */
  readonly allowed: readonly string[] | null;
  /** True if the field may occur several times. */
  readonly repeats: boolean;
}

/** What a document says about one form. Fields that it does not name are allowed and pass. */
export interface FormRules {
  readonly fields: ReadonlyMap<string, FieldRule>;
  readonly required: readonly string[];
}

/** True for a field whose value the gateway reads: text that may occur once. */
export const isRead = (rule: FieldRule | undefined): boolean =>
  rule !== undefined && rule.kind !== 'file' && !rule.repeats;

const wrong = (name: string, must: string): GatewayError =>
  new GatewayError('invalid_value', `${echo(name)} ${must}.`, { param: echo(name) });

/** Digits as JSON writes them, since the vendors' own programs send these. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type NumberRule = Pick<FieldRule, 'kind' | 'minimum' | 'maximum'>;

function rangeOf({ kind, minimum, maximum }: NumberRule): string {
  const type = kind === 'integer' ? 'an integer' : 'a number';
  if (minimum !== null && maximum !== null) return `${type} from ${minimum} to ${maximum}`;
  if (minimum !== null) return `${type} of at least ${minimum}`;
  return maximum === null ? type : `${type} of at most ${maximum}`;
}

function isInRange(value: string, { kind, minimum, maximum }: NumberRule): boolean {
  const number = decimal.test(value) ? Number(value) : Number.NaN;
  const isKind = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isKind && number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity);
}

/**
 * Validates a field's text. Everything in a form is text, so numbers and booleans are read from it.
 *
 * @throws {GatewayError} `invalid_value` naming the field
 */
export function checkField(name: string, value: string, rule: FieldRule): void {
  const sent = `; you sent ${JSON.stringify(echo(value))}`;
  if (rule.allowed !== null && !rule.allowed.includes(value))
    throw wrong(name, `must be one of ${rule.allowed.join(', ')}${sent}`);
  if (rule.kind === 'boolean' && value !== 'true' && value !== 'false')
    throw wrong(name, `must be true or false${sent}`);
  if ((rule.kind === 'number' || rule.kind === 'integer') && !isInRange(value, rule))
    throw wrong(name, `must be ${rangeOf(rule)}${sent}`);
}

/** @throws {GatewayError} `invalid_value` for a required field that the form does not have */
export function checkRequired({ required }: FormRules, seen: ReadonlySet<string>): void {
  const missing = required.find((name) => !seen.has(name));
  if (missing !== undefined) throw wrong(missing, 'is required. Send it as a field of the form');
}

/** @throws {GatewayError} `invalid_value` for a file in place of text, text in place of a file, or a field sent twice */
export function checkPart(
  { name, isFile }: { readonly name: string; readonly isFile: boolean },
  rule: FieldRule | undefined,
  seen: ReadonlySet<string>,
): void {
  if (rule === undefined) return;
  if (rule.kind === 'file' && !isFile) throw wrong(name, 'must be a file: send it with a filename');
  if (rule.kind !== 'file' && isFile) throw wrong(name, 'must be text, not a file: send it without a filename');
  if (!rule.repeats && seen.has(name)) throw wrong(name, 'appears twice in the form. Send it once');
}
