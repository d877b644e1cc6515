/** A pattern of private text, and what replaces it. */
export type Replacement = readonly [pattern: RegExp, stead: string];

const gone = '[redacted]';

/** Marks that hide, reorder or colour text. They are removed first, so that nothing can hide behind them. */
export const marks: readonly Replacement[] = [
  [/\r\n?/g, '\n'],
  // Ends of lines before the frames of a stack that is JSON within JSON.
  [/(?:\\r)?\\n(?=(?: {2,}|\t|\\t)(?:at |\.\.\. \d))/g, '\n'],
  [/^\\t(?=at |\.\.\. \d)/gm, '\t'],
  // oxlint-disable-next-line no-control-regex -- terminals' escapes are exactly what must go
  [/\u001b\[[\d;]*[A-Za-z]/g, ''],
  [
    /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu,
    '',
  ],
  [/\u034f/g, ''],
  // oxlint-disable-next-line no-control-regex -- controls are exactly what must go
  [/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' '],
];

/** A frame that says no place: it is known for one by those next to it. */
const bareFrame = '[ \\t]+at (?:async |new )?[\\w$.<>[\\]]{1,128}[ \\t]*';

const placeOfFrame =
  '(?:(?:[/\\\\.]|<anonymous>|node:)[^\\s:()]*:\\d+(?::\\d+)?\\)?|\\((?:Native Method|Unknown Source|<anonymous>|native)\\)|Promise\\.\\w+ \\(index \\d+\\)|:line \\d+)';

/** Frames of the stacks of JavaScript, Java, C#, Elixir, Python, Go, Rust, Ruby and PHP. */
const stacks: readonly Replacement[] = [
  [
    new RegExp(
      `^(?:${bareFrame}\\n){0,8}[ \\t]*at [^\\n]{0,400}?${placeOfFrame}[ \\t]*(?:\\\\n|\\n|$)(?:${bareFrame}(?:\\n|$))*`,
      'gm',
    ),
    '',
  ],
  [/^[ \t]*at [^\n]{0,400}?\.[\w$<>`]+\([^)\n]*\)[ \t]*(?:\\n|\n|$)/gm, ''],
  [/^[ \t]*--- End of (?:inner exception )?stack trace[^\n]*\n?/gm, ''],
  [
    /^[ \t]*\([a-z]\w* \d+\.\d[\w.+-]*\) (?:[^\s:]{1,200}\.(?:exs?|erl):\d+: [^\n]*|\S{1,200}\.\S{1,200}\/\d+[ \t]*$)\n?/gm,
    '',
  ],
  [/^[ \t]*[^\s:]{1,200}\.(?:exs?|erl):\d+: \S{1,200}\/\d+[ \t]*(?:\n|$)/gm, ''],
  [/(?:^[ \t]*|[ \t])thrown in (?=\S{0,300}[/\\])[^\n]{1,300}? on line \d+\n?/gm, ''],
  [/[ \t\n]at (?:[\w$.<>[\]]+ ){0,4}\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s)]+:\d+\)?/g, ''],
  [/Traceback \(most recent call last\):[ \t]*\n(?:[ \t][^\n]*\n?)*/g, ''],
  [/Traceback \(most recent call last\):[^\n]*/g, ''],
  [/^[ \t]*File "[^"\n]*", line \d+[^\n]*\n?(?:[ \t][^\n]*\n?)?/gm, ''],
  [/^(?:Caused by:|[ \t]*\.\.\. \d+ (?:more|common frames)|Stack trace:|#\d+ )[^\n]*\n?/gm, ''],
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
  // With words before it, as variables and members are called: DB_PASSWORD, client_secret.
  [
    /(?<=[A-Za-z0-9][-_])(api[-_]?key|password|passwd|pwd|passphrase|secret|secret[-_]?key|access[-_]?token|auth[-_]?token)(["']?\s{0,3}(?:=|:(?=[^\w\n]{0,5}[^\s"',;]{0,128}[\d*…•]))\s{0,3}["']?)(?!\d+\b|[<${`])[^\s"'`,;&]{6,}/gi,
    `$1$2${gone}`,
  ],
  [
    /(?<![\w-])((?:access|auth|refresh|session|secret|signing|account|subscription)[-_]?(?:key|token)|key|sig|signature)=["']?(?!\d+\b)(?=[^\s"',;&]{0,128}(?:[\d*…•]|[a-z][A-Z]))[^\s"',;&]{6,}/gi,
    `$1=${gone}`,
  ],
  [
    /\b(passwords?|passwd|pwd|passphrase)(\s{1,3}(?:(?:for|of)\s\S{1,64}\s)?(?:is|was)\s?:?\s{1,3})(?!(?:[a-z]{2,12}ed|a|an|the|your|no|not|only|too|in|on|to|missing|invalid|incorrect|wrong|empty|set|unset|null|undefined|blank|weak|short|long|optional|unknown|different|correct|valid|absent|mandatory|also|already|still|never|always|used|case)\b)(?:"[^"\n]{1,128}"|'[^'\n]{1,128}'|[^\s"',;]{2,}[^\s"',;.!?)])/gi,
    `$1$2${gone}`,
  ],
  [
    /\b(secret|token|key|credential)(\s{1,3}(?:is|was)\s?:?\s{1,3}["'`“]?)(?=[^\s"'`]{0,128}\d)(?=[^\s"'`]{0,128}[A-Za-z])[\w.~+/=*…-]{8,}/gi,
    `$1$2${gone}`,
  ],
  [/\b(password|passwd|pwd|passphrase|secret)(\s{1,3}["'`“])[^\s"'`”\n][^"'`”\n]{2,127}(?=["'`”])/gi, `$1$2${gone}`],
  [
    /(?<!nexpected )\b(tokens?|keys?|credentials?)(\s{1,3}["'`“])(?=[^\s"'`]{0,128}(?:\d|[a-z][A-Z]))(?=[^\s"'`]{0,128}[A-Za-z])[\w.~+/=*…:-]{8,}(?=["'`”])/g,
    `$1$2${gone}`,
  ],
  [
    /\b((?:proxy-)?authorization)(["']?\s{0,3}[:=]\s{0,3}["']?)(?:[A-Za-z]{4,12}\s{1,3})?(?=[^\s"',;]{0,128}\d)[^\s"',;]{8,}/gi,
    `$1$2${gone}`,
  ],
  [/\b(cookie)(["']?\s{0,3}[:=]\s{0,3}["']?)[\w.-]{1,64}=[^\s"',;]+(?:;\s?[\w.-]{1,64}=[^\s"',;]+)*/gi, `$1$2${gone}`],
];

/** Names of accounts: the provider's customer is the operator of the gateway, not its caller. */
const accounts: readonly Replacement[] = [
  [/\b(?:org|proj|acct|user|team|wrkspc|tenant|cus|account)[-_](?=[A-Za-z0-9]*[\dA-Z])[A-Za-z0-9]{8,}/g, gone],
  [
    /\b(team|organi[sz]ation|workspace|account|project|tenant|subscription|key id)((?: id)?["']?\s?[:=]?\s?["'(]?)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
    `$1$2${gone}`,
  ],
  [/\barn:aws[\w-]*:[^\s"')]+/g, gone],
  [/\bprojects\/[^/\s"']+(?=\/)/g, `projects/${gone}`],
  [/\/subscriptions\/[^\s"')]+/g, gone],
  [
    /\b(?!(?:support|sales|help|info|contact|security|billing|privacy|abuse|team|api)@)[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi,
    gone,
  ],
];

/** What stands before a figure and is no host: `max-tokens:4096`. */
const figures =
  '(?:tokens?|limit|max|min|count|size|length|line|column|position|offset|index|code|status|error|requests?|[rt]p[md]|bytes|width|height|seed|id|version|year|budget|total|usage|dimensions?|timeout|steps?|page|number|value|used|input|output|prompt)';

const port = '(?:22|53|80|443|[1-9]\\d{3,4})(?![\\w-]|\\.\\d|:\\d)';

/**
 * Hosts with their port and nothing else. Names of models have versions in that place, `gpt-4o:2024-08-06`, and so have words
 * with a figure: a name that is one plain word counts where it is one of a service, or where something is sent to it.
 */
const hosts: readonly Replacement[] = [
  [
    new RegExp(
      `(?<![\\w./:@%-])(?![a-z0-9.-]{0,99}(?:\\.\\d{1,9}[.:]|\\b${figures}:|:20[0-3]\\d\\b))(?:[a-z][a-z0-9]{0,62}(?:[.-][a-z0-9]{1,63}){1,12}|[a-z]{2,30}\\d[a-z0-9]{0,30}):${port}`,
      'gi',
    ),
    gone,
  ],
  [
    new RegExp(
      `(?<![\\w./:@%-])(?:[a-z]{0,20}(?:server|router|engine|proxy|worker|backend|gateway|cache|redis|postgres|mysql|mongo|broker|scheduler|queue|registry|vllm|triton|sglang|nginx|envoy|etcd|kafka|memcached|frontend|upstream)|db|tgi|api|llm|gpu|host|node|pod|service):${port}`,
      'gi',
    ),
    gone,
  ],
  [
    new RegExp(
      `\\b(to|from|via|host|server|upstream|backend|node|peer|endpoint|address|reach|contact|proxy|connect|lookup|dial|resolve)(\\s["'\`([]?)(?!${figures}:)[a-z][a-z0-9_]{0,62}:${port}`,
      'gi',
    ),
    `$1$2${gone}`,
  ],
];

/** Names that machines and what runs on them are given by those who run them: Kubernetes, clouds, and people. */
const machines: readonly Replacement[] = [
  [
    /(?<![\w/.-])(?:[a-z][a-z0-9]{0,62}-){1,12}[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\w-])/g,
    gone,
  ],
  [
    /(?<![\w/.-])(?:[a-z][a-z0-9]{0,62}-){1,12}(?=[a-z0-9]{0,10}\d)(?=\d{0,10}[a-z])[a-z0-9]{6,10}-(?=[a-z]{0,5}\d)(?=\d{0,5}[a-z])[a-z0-9]{5}(?![\w-])/g,
    gone,
  ],
  [/(?<![\w-])(?:gke|aks|eks)-[a-z0-9]{1,63}-[\w-]{4,}/g, gone],
  [/(?<![\w-])(?:ip|ec2)(?:-\d{1,3}){4}(?![\w-])/g, gone],
  [/(?<![\w-])i-[0-9a-f]{8,17}(?![\w-])/g, gone],
  [/\b[a-z0-9-]{1,63}-vmss[0-9a-z]{6,8}\b/gi, gone],
  [
    /(?<![\w/.-]|MCP server:?\s?["'`]?)(?=(?:[a-z0-9]{1,63}-){0,6}(?:nodes?|nodepool|worker|pod|gpu|host|server|cluster|replica|shard|vm|rack|prod|staging)\d{0,4}-)[a-z][a-z0-9]{0,62}(?:-[a-z0-9]{1,63}){1,6}-\d{1,6}(?![\w-]|\.\d)/g,
    gone,
  ],
  [
    /(?<!MCP )\b(pods?|nodes?|hosts?|hostname|server|instances?|workers?|replicas?|containers?|machines?|vms?|shards?|clusters?)(\s{1,3}(?:named?\s|id\s)?["'`(]?)(?=[\w.-]{0,128}\d)[a-z][a-z0-9]{0,62}[-.][\w.-]*\w(?::\d+)?/gi,
    `$1$2${gone}`,
  ],
  [/\b(namespaces?)(\s{1,3}["'`(]?)[a-z][a-z0-9]{0,62}(?:-[a-z0-9]{1,63}){1,8}/gi, `$1$2${gone}`],
  [/\b(containers?)(\s{1,3}(?:id\s)?["'`(]?)[0-9a-f]{12,64}\b/gi, `$1$2${gone}`],
];

/** Hosts, addresses, files and statements that only insiders reach or write. */
const places: readonly Replacement[] = [
  [/\bhttps?:\/\/[^\s/@"']{1,200}@[^\s"')]+/gi, gone],
  [
    /\b(?:jdbc:\w+|postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|sqlite|rediss?|mongodb(?:\+srv)?|amqps?|kafka|nats|clickhouse|ldaps?|s3|gs|hdfs|s?ftp|file|unix|tcp|udp|grpcs?|wss?|zmq|ipc|memcached?|etcd|zookeeper|smb|nfs|abfss?|wasbs?|dbfs):\/\/[^\s"')]+/gi,
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
    /(?<!MCP )\b(host(?:name)?|server|node|pod|worker|instance)(["']?[=:]\s?["']?)(?=[\w.-]*\d)[a-z][\w.]*-[\w.-]+(?::\d+)?/gi,
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

/** Patterns of private details, in the order in which they are removed. */
export const privateWords: readonly Replacement[] = [
  ...stacks,
  ...credentials,
  ...accounts,
  ...hosts,
  ...machines,
  ...places,
];
