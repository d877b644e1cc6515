import { leakyWords, type Poisoned } from './leaky-messages.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDQU5BUlkifQ.c2lnbmF0dXJlQ0FOQVJZ';

const stacks: readonly Poisoned[] = [
  [
    'Boom\n    at handler (/srv/gate/app.js:10:3)\n    at node:internal/x:1:1',
    ['handler', 'app.js', 'internal/x'],
    'Boom',
  ],
  [
    'TypeError: x is undefined\n    at async Pool.run (file:///opt/w/pool.mjs:3:9)\n    at new Foo (<anonymous>)',
    ['Pool.run', 'pool.mjs'],
    'TypeError: x is undefined',
  ],
  [
    'Bad input. at process (/app/server.js:12:7) at next (/app/router.js:3:1)',
    ['server.js', 'router.js'],
    'Bad input.',
  ],
  [
    'Traceback (most recent call last):\n  File "/opt/vllm/engine.py", line 88, in step\n    raise ValueError("x")\nValueError: max_tokens must be positive',
    ['engine.py', 'raise ValueError', 'step'],
    'ValueError: max_tokens must be positive',
  ],
  [
    'Failed: Traceback (most recent call last): File "/opt/x.py", line 1, in <module> secret_function()',
    ['x.py', 'secret_function'],
    'Failed:',
  ],
  ['Oops\n  File "model_runner.py", line 12, in run\n    self.secret_call()', ['model_runner', 'secret_call'], 'Oops'],
  [
    'java.lang.IllegalArgumentException: bad size\n\tat com.corp.Gate.check(Gate.java:120)\n\tat sun.reflect.Native.invoke(Native Method)\nCaused by: java.sql.SQLException: CANARY\n\t... 12 more',
    ['com.corp', 'sun.reflect', 'CANARY', '12 more'],
    'bad size',
  ],
  [
    'panic: index out of range\n\ngoroutine 7 [running]:\nmain.serve(0xc000)\n\t/build/gate/main.go:42 +0x1d',
    ['goroutine', 'main.serve', 'main.go'],
    'panic: index out of range',
  ],
  [
    "thread 'main' panicked at src/kv/cache.rs:77:13:\nout of blocks\nstack backtrace:\n   0: kv::cache::CANARY",
    ['cache.rs', 'CANARY'],
    'out of blocks',
  ],
  [
    "undefined method 'x' for nil\napp/models/key.rb:12:in `check'\n\tfrom lib/gate.rb:3:in 'call'",
    ['key.rb', 'gate.rb'],
    "undefined method 'x' for nil",
  ],
  ['Fatal error\nStack trace:\n#0 /var/www/gate.php(12): check()\n#1 {main}', ['gate.php', '{main}'], 'Fatal error'],
  [
    'Bad request\n   at Gate.Auth.Check(String key) in C:\\src\\Auth.cs:line 33\n   at Gate.Main()',
    ['Gate.Auth', 'Auth.cs', 'Gate.Main'],
    'Bad request',
  ],
  [
    'Boom\n    at async Promise.all (index 0)\n    at new Promise (<anonymous>)\n    at baz\n    at run (app.js:1:2)\n    at last',
    ['Promise', 'index', 'baz', 'run', 'last'],
    'Boom',
  ],
  ['{"error":"Boom\\n    at foo (/srv/a.js:1:2)\\n    at bar (b.js:3:4)\\n"}', ['foo', 'bar', '    '], 'Boom'],
  ['Boom\\n\\tat com.corp.Gate.check(Gate.java:120)\\n\\t... 3 more', ['corp', 'Gate', '3 more'], 'Boom'],
  [
    '** (RuntimeError) boom\n    (app 0.1.0) lib/app/router.ex:12: App.Router.call/2\n    (stdlib 4.0) :gen.do/6\n    lib/x.ex:1: X.y/1',
    ['app', 'Router', 'stdlib', 'gen', 'X.y'],
    'boom',
  ],
  [
    'Bad\n   at A.B() in /src/A.cs:line 3\n--- End of stack trace from previous location ---\n   at C.D()\n   --- End of inner exception stack trace ---',
    ['End of', 'C.D', 'A.B'],
    'Bad',
  ],
  [
    'Uncaught Exception: boom\n#0 {main}\n  thrown in /var/www/gate.php on line 12',
    ['thrown', 'gate', 'line 12'],
    'Uncaught Exception: boom',
  ],
  ['assertion failed in scheduler.cpp:991 for this request', ['scheduler.cpp', '991'], 'for this request'],
  ['<Worker object at 0x7f3a9c0d1e20> has no model', ['7f3a9c0d1e20'], 'has no model'],
];

const keys: readonly Poisoned[] = [
  [
    'Incorrect API key provided: sk-proj-CANARY123456abcd. You can find your key in the console.',
    ['CANARY', 'abcd'],
    'You can find your key in the console.',
  ],
  ['Incorrect API key provided: sk-…abcd.', ['abcd', 'sk-'], 'Incorrect API key provided:'],
  ['Incorrect API key provided: sk-*****wxyz. Try again.', ['wxyz'], '. Try again.'],
  ['Incorrect API key provided: bad-key-**********test. Try again.', ['test.'], 'Try again.'],
  ['invalid key sk-ant-api03-AbCdEfGhIjKl-mnop', ['AbCd', 'mnop'], 'invalid key'],
  ['invalid key sk-or-v1-0123456789abcdef', ['0123456789'], 'invalid key'],
  ['key ghp_0123456789abcdefghijABCDEFGHIJ012345 is revoked', ['ghp_'], 'is revoked'],
  ['key github_pat_11ABCDEFG0123456789_abcdef is revoked', ['github_pat'], 'is revoked'],
  ['key glpat-0123456789abcdefghij is revoked', ['glpat'], 'is revoked'],
  ['token hf_AbCdEfGhIjKlMnOpQrStUvWxYz has no access', ['hf_A'], 'has no access'],
  ['gsk_0123456789abcdefABCDEF is not active', ['gsk_'], 'is not active'],
  ['xai-0123456789abcdefABCDEF is not active', ['xai-'], 'is not active'],
  ['nvapi-0123456789abcdefABCDEF is not active', ['nvapi-'], 'is not active'],
  ['key=AIzaSyA0123456789abcdefghijklmnopqrstuv rejected', ['AIza'], 'rejected'],
  ['ya29.a0AfH6SMBCANARY expired', ['ya29', 'CANARY'], 'expired'],
  ['The security token AKIAIOSFODNN7EXAMPLE is invalid', ['AKIA'], 'is invalid'],
  ['posting to slack failed: xoxb-123456789012-abcdef', ['xoxb'], 'failed:'],
  ['dapi0123456789abcdef0123456789abcdef lacks permission', ['dapi0'], 'lacks permission'],
  [`the token ${jwt} has expired`, ['eyJ', 'c2lnbmF0'], 'has expired'],
  ['sent header Authorization: Bearer abc123def456 to the engine', ['abc123'], 'to the engine'],
  ['sent Bearer QWxhZGRpbjpvcGVuIHNlc2FtZQ== to the engine', ['QWxh'], 'to the engine'],
  ['sent Basic dXNlcjpwYXNzd29yZDE= to the engine', ['dXNl'], 'to the engine'],
  ['login failed with password=hunter2horse; retry', ['hunter2'], '; retry'],
  ['config {"api_key": "0a1b2c3d4e5f", "region": "eu"}', ['0a1b2c'], '"region": "eu"'],
  ['refused with x-api-key: 0a1b2c3d4e5f6a7b', ['0a1b2c'], 'refused with'],
  [
    'signing failed: -----BEGIN RSA PRIVATE KEY-----\nMIICANARY\n-----END RSA PRIVATE KEY----- is unreadable',
    ['MII'],
    'is unreadable',
  ],
  ['signing failed: -----BEGIN PRIVATE KEY-----\nMIICANARY and so on', ['MII', 'so on'], 'signing failed:'],
];

const accounts: readonly Poisoned[] = [
  [
    'Rate limit reached for gpt-5 in organization org-AbCdEfGhIjKl012345 on tokens per min (TPM): Limit 30000.',
    ['org-'],
    'on tokens per min (TPM): Limit 30000.',
  ],
  [
    'Project `proj_0123456789abcdef` does not have access to model `gpt-5`',
    ['proj_0'],
    'does not have access to model `gpt-5`',
  ],
  ['user_2iYQIxKY28QuzANm4mmKBlOxzx2 is over its quota', ['2iYQ'], 'is over its quota'],
  [
    'User: arn:aws:iam::123456789012:user/gateway is not authorized to perform bedrock:InvokeModel',
    ['123456789012', 'gateway'],
    'is not authorized to perform bedrock:InvokeModel',
  ],
  ['Model projects/corp-prod-7/locations/us/models/x was not found', ['corp-prod-7'], 'was not found'],
  ['No deployment at /subscriptions/0000-1111/resourceGroups/prod/x', ['0000-1111', 'prod'], 'No deployment at'],
  ['The account of ops.lead@corp.example is disabled', ['ops.lead'], 'is disabled'],
];

const places: readonly Poisoned[] = [
  ['connect failed: postgres://gate:CANARY-pass@db.internal:5432/x timed out', ['CANARY', 'db.internal'], 'timed out'],
  ['cannot reach redis://:pw@cache:6379/0 now', ['cache:6379', ':pw'], 'now'],
  ['cannot reach mongodb+srv://u:p@cluster0.abc.mongodb.net/x now', ['cluster0'], 'now'],
  ['cannot read s3://corp-weights/model.bin now', ['corp-weights'], 'now'],
  ['proxy http://user:pw@proxy.example.com:3128 refused', ['user:pw'], 'refused'],
  ['upstream http://10.20.30.40:8080/v1/x refused', ['10.20.30.40', '8080'], 'refused'],
  ['connect ECONNREFUSED 127.0.0.1:8000', ['127.0.0.1', '8000'], 'connect ECONNREFUSED'],
  ['connect ETIMEDOUT vllm-worker.pool:8000 after 5 s', ['vllm-worker'], 'after 5 s'],
  ['getaddrinfo ENOTFOUND vllm-worker', ['vllm-worker'], 'getaddrinfo ENOTFOUND'],
  ['dial tcp 172.16.4.9:443: connect: connection refused', ['172.16'], 'connect: connection refused'],
  ['lookup gpu-pool on 169.254.20.10:53: no such host', ['gpu-pool', '169.254'], 'no such host'],
  ["HTTPConnectionPool(host='models-7', port=8000): Max retries exceeded", ['models-7'], 'Max retries exceeded'],
  ['address 192.168.1.20 and 100.64.3.2 are blocked', ['192.168', '100.64'], 'are blocked'],
  ['peer [fd00:12::7]:9000 and ::1 closed', ['fd00', '9000'], 'closed'],
  ['see https://models.corp.internal/help for help', ['models.corp'], 'for help'],
  ['engine.default.svc.cluster.local:8080 is down', ['engine.default'], 'is down'],
  ['no deployment at https://corp-eu.openai.azure.com/openai/deployments/x', ['corp-eu'], 'no deployment at'],
  ['ip-10-0-3-7.eu-west-1.compute.internal is draining', ['ip-10'], 'is draining'],
  ['ec2-18-1-2-3.compute-1.amazonaws.com is draining', ['ec2-18'], 'is draining'],
  ['posting to http://router:9000/infer failed', ['router', '9000'], 'failed'],
  ['posting to localhost:11434/api/chat failed', ['localhost', '11434'], 'failed'],
  ['host="gpu-node-17" is out of memory', ['gpu-node-17'], 'is out of memory'],
  ['cannot open /home/ops/models/model.bin, giving up', ['/home/ops', 'model.bin'], ', giving up'],
  ['cannot open "/mnt/weights/llama/config.json"', ['weights'], 'cannot open'],
  ['error:/srv/gate/x.sock is gone', ['/srv/gate'], 'is gone'],
  ['cache ~/.cache/huggingface/hub is full', ['huggingface'], 'is full'],
  ['cannot open C:\\ProgramData\\gate\\keys.txt now', ['ProgramData'], 'now'],
  ['cannot open \\\\filer\\share\\keys.txt now', ['filer'], 'now'],
  ["query failed: SELECT secret FROM keys WHERE id = '7'", ['secret', 'keys WHERE'], 'query failed:'],
  ['query failed: INSERT INTO calls (id) VALUES (7)', ['calls'], 'query failed:'],
];

const marks: readonly Poisoned[] = [
  ['\u001b[31mFailed\u001b[0m badly', ['\u001b', '[31m', '[0m'], 'Failed badly'],
  ['a\u0000b\u0007c\u007fd\u0085e', ['\u0000', '\u0007', '\u007f', '\u0085'], 'a b c d e'],
  ['safe\u202Egnp.exe\u202C text', ['\u202E', '\u202C'], 'text'],
  ['\u2066hidden\u2069 \u200Ftext', ['\u2066', '\u2069', '\u200F'], 'hidden text'],
  ['key s\u200Bk-proj-0123456789abcd is bad', ['0123456789'], 'is bad'],
  ['one\r\ntwo\rthree\u2028four', ['\r', '\u2028'], 'one\ntwo\nthree four'],
  ['\uFEFFmessage', ['\uFEFF'], 'message'],
  ['half \ud83d of a character', ['\ud83d'], 'of a character'],
];

/** Messages with something in them that must not be shown. */
export const poisonedMessages: readonly Poisoned[] = [
  ...stacks,
  ...keys,
  ...accounts,
  ...places,
  ...marks,
  ...leakyWords,
];
