/** Longest message that is passed on. */
const longest = 1_024;

/**
 * What must not leave the building, and what stands in its place. Wording is kept: clients parse it.
 * Addresses of public documentation stay; those of hosts that only insiders reach go.
 */
const replacements: readonly (readonly [RegExp, string])[] = [
  // Stack traces: V8, Python, Java, Go.
  [/^\s*at .*(?:\n|$)/gm, ''],
  [/Traceback \(most recent call last\):[\s\S]*/g, ''],
  [/^\s*File ".*", line \d+.*(?:\n|$)/gm, ''],
  [/\bgoroutine \d+ \[[\s\S]*/g, ''],
  [/\s+at (?:[\w$.<>[\] ]+ )?\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s)]*\)?/g, ''],
  // Credentials.
  [/\b(?:sk|pk|rk|ak|key|xai|gsk|ghp|whsec)[-_][\w*.-]{6,}/gi, '[redacted]'],
  [/\bBearer\s+[\w.~+/=-]{6,}/gi, 'Bearer [redacted]'],
  [/\bBasic\s+[A-Za-z0-9+/=]{8,}/g, 'Basic [redacted]'],
  [/\bA(?:KIA|SIA)[A-Z0-9]{12,}/g, '[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[redacted]'],
  [/\b(?:api[-_ ]?key|password|secret|token)(["']?\s*[=:]\s*)["']?[^\s"',;]{6,}/gi, 'credential$1[redacted]'],
  [/\bCANARY-[\w-]+/g, '[redacted]'],
  // Accounts.
  [/\b(?:org|proj|acct|user)-[A-Za-z0-9]{8,}/g, '[redacted]'],
  // Places: connection strings, internal hosts, private addresses, file paths.
  [/\b(?:postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|amqp|s3|file):\/\/[^\s"')]+/gi, '[redacted]'],
  [
    /\b(?:https?:\/\/)?(?:[\w-]+\.)+(?:internal|local|lan|corp|intra|cluster\.local|svc|localdomain)\b(?::\d+)?[^\s"')]*/gi,
    '[redacted]',
  ],
  [/\b(?:https?:\/\/)?localhost(?::\d+)?(?:\/[^\s"')]*)?/gi, '[redacted]'],
  [
    /\b(?:https?:\/\/)?(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){1,3}(?::\d+)?(?:\/[^\s"')]*)?/g,
    '[redacted]',
  ],
  [
    /(?<![\w.:/])\/(?:home|root|usr|var|opt|etc|tmp|srv|app|mnt|data|Users|private|workspace|build|code|proc|run|lib)\/[^\s"'`),;:]+(?::\d+)*/g,
    '[redacted]',
  ],
  [/\b[A-Za-z]:\\[^\s"']+/g, '[redacted]'],
  // Control characters, bidirectional overrides.
  // oxlint-disable-next-line no-control-regex -- these are exactly what must go
  [/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' '],
];

/** An upstream's message as it may be shown: the same words, without what only its operator may know. At most 1,024 characters. */
export function tidyMessage(message: string): string {
  const bounded = message.slice(0, longest * 8);
  const tidied = replacements.reduce((text, [pattern, stead]) => text.replace(pattern, stead), bounded).trim();
  return tidied.length > longest ? `${tidied.slice(0, longest - 1)}…` : tidied;
}

/** True when `tidyMessage` would leave the text's words as they are, whatever its length. */
export const isTidy = (text: string): boolean => replacements.every(([pattern]) => text.search(pattern) === -1);
