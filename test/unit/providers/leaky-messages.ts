/** A message of an upstream, what of it must not be shown, and what must stay. */
export type Poisoned = readonly [message: string, secrets: readonly string[], kept: string];

/** What the tests below show an upstream as the credential. */
export const leakedKey = 'sk_live-Zm9vQmFy7781/CANARY+x9Qw2r';

const hosts: readonly Poisoned[] = [
  ['connection to vllm-7:8000 refused', ['vllm-7', '8000'], 'connection to'],
  ['inference-gateway:443 closed the connection', ['inference-gateway', '443'], 'closed the connection'],
  ['no answer from router:9000 in 5 s', ['router', '9000'], 'in 5 s'],
  ['redis:6379 is loading', ['redis', '6379'], 'is loading'],
  ['lost gpu17.rack4.example-corp.net:8000 again', ['gpu17', '8000'], 'again'],
  ['engine-0.engine-headless:8000 is not ready', ['engine-0', '8000'], 'is not ready'],
  ['could not reach "db-primary:5432"', ['db-primary', '5432'], 'could not reach'],
  ['rank 3 (worker3:29500) is gone', ['worker3', '29500'], 'is gone'],
  ['peer shadowfax:29500 hung up', ['shadowfax', '29500'], 'hung up'],
  ['channel grpc://kv:50051 closed', ['kv', '50051'], 'closed'],
  ['channel tcp://trainer:5555 closed', ['trainer', '5555'], 'closed'],
  ['socket wss://bus-2/events closed', ['bus-2'], 'closed'],
  ['GPU-NODE-7:8000 is full', ['GPU-NODE-7'], 'is full'],
];

const machines: readonly Poisoned[] = [
  ['pod vllm-deployment-7d9f8b6c5d-x2k4q was evicted', ['vllm-deployment', 'x2k4q'], 'was evicted'],
  ['vllm-llama3-6b8f9d7c4-zx8qp: CUDA out of memory', ['vllm-llama3', 'zx8qp'], ': CUDA out of memory'],
  ['model-server-5c6f7a8e9-ab1c2 restarted', ['model-server', 'ab1c2'], 'restarted'],
  ['pods "inference-0" is forbidden', ['inference-0'], 'is forbidden'],
  ['node gke-prod-gpu-pool-1a2b3c4d-x9z8 is not ready', ['gke-', 'x9z8'], 'is not ready'],
  ['aks-nodepool1-34567890-vmss000002 is cordoned', ['aks-', 'vmss'], 'is cordoned'],
  ['ip-10-20-30-40 is draining', ['10-20'], 'is draining'],
  ['instance i-0abc123def4567890 was terminated', ['i-0abc'], 'was terminated'],
  ['prod-gpu-node-17 ran out of memory', ['prod-gpu', '17'], 'ran out of memory'],
  ['worker llm-runner-3 died', ['llm-runner'], 'died'],
  ['replica rep-7f is unhealthy', ['rep-7f'], 'is unhealthy'],
  ['server "infer-eu-2" is down', ['infer-eu'], 'is down'],
  ['container 3f4e5d6c7b8a exited with 137', ['3f4e5d'], 'exited with 137'],
  ['no quota in namespace prod-llm left', ['prod-llm'], 'left'],
];

const words: readonly Poisoned[] = [
  ['login failed, password is hunter2', ['hunter2'], 'password is'],
  ['The password is swordfish.', ['swordfish'], 'The password is'],
  ['password for gateway is "open sesame", retry', ['open', 'sesame'], ', retry'],
  ['the password "swordfish" is wrong', ['swordfish'], 'is wrong'],
  ['the token "abc123def456" is expired', ['abc123'], 'is expired'],
  ['the token `AbCdEfGhIjKl` is expired', ['AbCdEf'], 'is expired'],
  ['secret "s3cr3t-v4lue" did not match', ['s3cr3t'], 'did not match'],
  ["used key 'a1b2c3d4e5f6' for it", ['a1b2c3'], 'for it'],
  ['the key is a1b2c3d4e5f6, retry', ['a1b2c3'], ', retry'],
  ['rejected key=a1b2c3d4e5', ['a1b2c3'], 'rejected'],
  ['GET /v1/models?key=AbCdEfGh&alt=sse failed', ['AbCdEf'], '&alt=sse failed'],
  ['blob?sv=1&sig=Ab12%3D&x=1 failed', ['Ab12'], 'x=1 failed'],
  ['env DB_PASSWORD=swordfish set', ['swordfish'], 'set'],
  ['sent client_secret: swordfish1 again', ['swordfish'], 'again'],
  ['sent access_token=abcd1234 again', ['abcd1234'], 'again'],
  ['sent Authorization: 0a1b2c3d4e to it', ['0a1b2c'], 'to it'],
  ['sent Cookie: session=swordfish; a=b to it', ['swordfish'], 'to it'],
  [
    'Content violates usage guidelines. Team: bb642ce4-5161-45c9-8f34-408850883602, API key ID: 5bfd0532-8fa8-4e41-8eda-16a9a73a8d6d, Model: grok-3-mini',
    ['bb642ce4', '5bfd0532'],
    'Model: grok-3-mini',
  ],
];

const escaped: readonly Poisoned[] = [
  ['cannot open %2Fhome%2Fops%2Fmodel.bin now', ['ops', 'model.bin'], 'now'],
  ['cannot open file%3A%2F%2F%2Fsrv%2Fgate now', ['srv', 'gate'], 'now'],
  ['cannot open path=%2fvar%2flib%2fgate now', ['lib', 'gate'], 'now'],
  ['cannot open %252Fmnt%252Fweights now', ['weights'], 'now'],
  ['no route to http%3A%2F%2F10.0.0.7%3A8000%2Fv1 now', ['10.0.0.7'], 'now'],
  ['cannot open \\/home\\/ops\\/x now', ['ops'], 'now'],
  ['cannot open \\u002fhome\\u002fops now', ['ops'], 'now'],
  ['sent password%3Dswordfish to it', ['swordfish'], 'to it'],
];

const spread = (between: string): string => [...leakedKey].join(between);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Messages with `leakedKey` in them, in ways that hide it from a plain search; what must be gone, and what must stay. */
export const leakyMessages: readonly Poisoned[] = [
  [leakedKey, ['Zm9v', 'CANARY', 'Qw2r'], ''],
  [leakedKey.toUpperCase(), ['ZM9V', 'CANARY', 'QW2R'], ''],
  [leakedKey.toLowerCase(), ['zm9v', 'canary', 'qw2r'], ''],
  [base64(leakedKey), [base64(leakedKey).slice(8, 20), base64(leakedKey).slice(-12, -4)], ''],
  [base64(`Bearer ${leakedKey}`), [base64(`Bearer ${leakedKey}`).slice(20, 30)], ''],
  [base64(`user:${leakedKey}`), [base64(`user:${leakedKey}`).slice(20, 30)], ''],
  [base64(`:${leakedKey}`).replaceAll('+', '-').replaceAll('/', '_'), [base64(`:${leakedKey}`).slice(12, 18)], ''],
  [leakedKey.slice(0, 20), ['Zm9v', '7781'], ''],
  [`${leakedKey.slice(0, 20)}…`, ['Zm9v', '7781'], ''],
  [`${leakedKey.slice(0, 20)}***`, ['Zm9v', '7781'], ''],
  [leakedKey.slice(-20), ['CANARY', 'Qw2r'], ''],
  [spread('\u200b'), ['Z\u200bm', 'Zm9v', 'CANARY'], ''],
  [spread('\u200d'), ['Z\u200dm', 'Zm9v', 'CANARY'], ''],
  [spread('\u00ad'), ['Zm9v', 'CANARY'], ''],
  [spread('\ufe0f'), ['Z\ufe0fm', 'CANARY'], ''],
  [spread('\u3164'), ['Z\u3164m', 'CANARY'], ''],
  [spread(' '), ['Z m', 'C A N'], ''],
  [spread('\n'), ['Z\nm', 'C\nA'], ''],
  [leakedKey.replace('CANARY', 'CAN\r\n  ARY'), ['Zm9v', 'ARY', 'Qw2r'], ''],
  [
    leakedKey.replaceAll(/[a-z]/gi, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)),
    ['Ｃ', '7781'],
    '',
  ],
  [encodeURIComponent(leakedKey), ['Zm9v', 'CANARY', 'Qw2r'], ''],
  [
    leakedKey.replaceAll(/[^a-z0-9]/gi, (one) => `\\u00${(one.codePointAt(0) ?? 0).toString(16)}`),
    ['Zm9v', 'CANARY'],
    '',
  ],
  [Buffer.from(leakedKey).toString('hex'), [Buffer.from('CANARY').toString('hex')], ''],
];

/** More messages with something in them that must not be shown, without a credential that is known. */
export const leakyWords: readonly Poisoned[] = [...hosts, ...machines, ...words, ...escaped];
