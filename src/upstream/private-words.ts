/** A pattern of what must not be shown, and what stands in its place. */
export type Replacement = readonly [pattern: RegExp, stead: string];

const gone = '[redacted]';

/** Marks that hide, reorder or colour text. They go first, so that nothing can hide from the patterns behind them. */
export const marks: readonly Replacement[] = [
  [/\r\n?/g, '\n'],
  // oxlint-disable-next-line no-control-regex -- terminals' escapes are exactly what must go
  [/\u001b\[[\d;]*[A-Za-z]/g, ''],
  [/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, ''],
  // oxlint-disable-next-line no-control-regex -- controls are exactly what must go
  [/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' '],
];

/** Frames of the stacks of JavaScript, Java, C#, Python, Go, Rust, Ruby and PHP. */
const stacks: readonly Replacement[] = [
  [
    /^[ \t]*at [^\n]{0,400}?(?:(?:[/\\.]|<anonymous>|node:)[^\s:()]*:\d+(?::\d+)?\)?|\((?:Native Method|Unknown Source|<anonymous>|native)\)|:line \d+|\.[\w$<>`]+\([^)\n]*\))[ \t]*(?:\n|$)/gm,
    '',
  ],
  [/[ \t\n]at (?:[\w$.<>[\]]+ ){0,4}\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s)]+:\d+\)?/g, ''],
  [/Traceback \(most recent call last\):[ \t]*\n(?:[ \t][^\n]*\n?)*/g, ''],
  [/Traceback \(most recent call last\):[^\n]*/g, ''],
  [/^[ \t]*File "[^"\n]*", line \d+[^\n]*\n?(?:[ \t][^\n]*\n?)?/gm, ''],
  [/^(?:Caused by:|[ \t]*\.\.\. \d+ more|Stack trace:|#\d+ )[^\n]*\n?/gm, ''],
  [/\bgoroutine \d+ \[[\s\S]*/g, ''],
  [/\bstack backtrace:[\s\S]*/g, ''],
  [/ panicked at [^\s']+:\d+:\d+:?/g, ' panicked'],
  [/^[ \t]*(?:from )?[^\s:]+\.rb:\d+:in [^\n]*\n?/gm, ''],
  [/(?<![\w./-])[\w./-]{1,400}\.(?:py|[cm]?[jt]sx?|go|rs|java|rb|php|cs|cc|cpp|cu|kt|scala|exs?):\d+(?::\d+)?/g, gone],
];

/**
 * Keys and passwords. Where a shape is also an ordinary word, only what has a digit or was masked is one: looked for not
 * far ahead, because words that follow each other without a blank would each look to the end of all.
 */
const credentials: readonly Replacement[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, gone],
  [/\bsk[-_](?:[\w*…•.-]{5,}[\w*…•]|(?=[\w*…•.-]*[*…•])[\w*…•.-]*[\w*…•])/gi, gone],
  [/\b(?:pk|rk|ak|key|api)[-_](?=[\w*…•.-]{0,128}[\d*…•])[\w*…•.-]{7,}[\w*…•]/gi, gone],
  [/\b(?:xai|gsk|gh[opsu]|github_pat|glpat|hf|r8|nvapi|whsec|pplx|tvly|csk|fw|shpat|npm|pypi)[-_][\w*…•-]{15,}/g, gone],
  [
    /\b(?:AIza[\w-]{20,}|ya29\.[\w-]+|xox[abeoprs]-[\w-]{8,}|SG\.[\w-]{8,}\.[\w-]+|A(?:KIA|SIA)[A-Z0-9]{12,}|dapi[0-9a-f]{16,})/g,
    gone,
  ],
  [/\beyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g, gone],
  [/\bBearer\s+(?:(?=[\w.~+/=-]*\d)[\w.~+/=-]{6,}|[A-Za-z.~+/=-]{20,})/gi, `Bearer ${gone}`],
  [/\bBasic\s+(?=[A-Za-z0-9+/]*[\d=])[A-Za-z0-9+/]{8,}={0,2}/g, `Basic ${gone}`],
  [/(\bkey provided:\s+)\S+?(?=[.,;]?(?:\s|$))/gi, `$1${gone}`],
  [
    /\b((?:x-)?api[-_ ]?key|access[-_ ]?key|password|passwd|pwd|secret|token|credential)(["']?\s{0,3}=\s{0,3}["']?)[^\s"',;&]{4,}/gi,
    `$1$2${gone}`,
  ],
  [
    /\b((?:x-)?api[-_ ]?key|access[-_ ]?key|password|passwd|pwd|secret|token|credential)(["']?\s{0,3}:\s{0,3}["']?)(?!\d+\b)(?=[^\s"',;]{0,128}[\d*…•])[^\s"',;]{6,}/gi,
    `$1$2${gone}`,
  ],
];

/** Names of accounts: the provider's customer is the operator of the gateway, not its caller. */
const accounts: readonly Replacement[] = [
  [/\b(?:org|proj|acct|user|team|wrkspc|tenant|cus|account)[-_](?=[A-Za-z0-9]*[\dA-Z])[A-Za-z0-9]{8,}/g, gone],
  [/\barn:aws[\w-]*:[^\s"')]+/g, gone],
  [/\bprojects\/[^/\s"']+(?=\/)/g, `projects/${gone}`],
  [/\/subscriptions\/[^\s"')]+/g, gone],
  [
    /\b(?!(?:support|sales|help|info|contact|security|billing|privacy|abuse|team|api)@)[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi,
    gone,
  ],
];

/** Hosts, addresses, files and statements that only insiders reach or write. */
const places: readonly Replacement[] = [
  [/\bhttps?:\/\/[^\s/@"']{1,200}@[^\s"')]+/gi, gone],
  [
    /\b(?:jdbc:\w+|postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|sqlite|rediss?|mongodb(?:\+srv)?|amqps?|kafka|nats|clickhouse|ldaps?|s3|gs|hdfs|s?ftp|file|unix):\/\/[^\s"')]+/gi,
    gone,
  ],
  [
    /\b(?:https?:\/\/)?(?:[\w-]{1,63}\.){1,8}(?:internal|local|lan|corp|intra|intranet|svc|localdomain|consul|(?:openai|cognitiveservices|services\.ai|inference\.ml)\.azure\.com|compute(?:-1)?\.amazonaws\.com)\b(?::\d+)?[^\s"'),;]*/gi,
    gone,
  ],
  [/\b(?:https?:\/\/)?localhost(?::\d+)?(?:\/[^\s"')]*)?/gi, gone],
  [
    /(?<![\w.])(?:https?:\/\/)?(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)(?::\d+)?(?:\/[^\s"')]*)?/g,
    gone,
  ],
  [/(?<![\w:])\[?(?:::1|(?:fe80|f[cd][0-9a-f]{2})(?::[0-9a-f]{0,4}){1,7})(?![\w:])\]?(?::\d+)?/gi, gone],
  [/\bhttps?:\/\/[\w-]+(?::\d+)?(?![\w.:-])[^\s"')]*/gi, gone],
  [/\b(ENOTFOUND|EAI_AGAIN)\s+[^\s"')]+/g, `$1 ${gone}`],
  [/\b(ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s+(?=\S*[.:\d])[^\s"')]+/g, `$1 ${gone}`],
  [/\b(dial (?:tcp|udp)[46]?:?|lookup) [^\s"')]+(?: on [^\s"')]+)?/g, `$1 ${gone}`],
  [
    /\b(host(?:name)?|server|node|pod|worker|instance)(["']?[=:]\s?["']?)(?=[\w.-]*\d)[a-z][\w.]*-[\w.-]+(?::\d+)?/gi,
    `$1$2${gone}`,
  ],
  [/\bhost=(["'])[^"'\n]+\1/g, `host=$1${gone}$1`],
  [
    /(?<![\w./])\/(?:home|root|usr|var|opt|etc|tmp|srv|app|mnt|nfs|efs|data|Users|Library|Volumes|private|workspace|build|code|proc|sys|dev|run|lib|nix|scratch)\/(?!\d+\b)[^\s"'`),;:]+(?::\d+)*/g,
    gone,
  ],
  [/(?<![\w/])~\/[^\s"'`),;:]+/g, gone],
  [/\b[A-Za-z]:\\[^\s"']+|\\\\[\w.-]+\\[^\s"']+/g, gone],
  [
    /\b(?:SELECT\s[\s\S]{1,400}?\sFROM|INSERT\sINTO|UPDATE\s\S+\sSET|DELETE\sFROM|CREATE\sTABLE|ALTER\sTABLE)\s[\s\S]*/g,
    gone,
  ],
  [/\b0x[0-9a-f]{8,}\b/gi, gone],
];

/** Everything that must not leave the building, in the order in which it is taken out. */
export const privateWords: readonly Replacement[] = [...stacks, ...credentials, ...accounts, ...places];
