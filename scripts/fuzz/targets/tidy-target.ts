import { Secret } from '../../../src/shared/secret.ts';
import { readErrorMessage } from '../../../src/providers/read-error.ts';
import { isTidy, tidyMessage } from '../../../src/providers/tidy-message.ts';
import { innocentMessages } from '../../../test/unit/providers/innocent-messages.ts';
import { poisonedMessages } from '../../../test/unit/providers/poisoned-messages.ts';
import { claim, scale, type Target } from '../target.ts';

const shown = 'CANARY-upstream-credential';
const secrets = [new Secret(shown)];

/** Words, with spaces around them, that must never appear in the output, wherever they are in the input. */
const treacherous = [
  'sk-proj-CANARY1234567890',
  'postgres://user:CANARY@db/x',
  'http://10.1.2.3:8080/CANARY',
  '/home/CANARY/x.bin',
];

const contentTypes = ['application/json', 'text/plain', 'text/html', 'text/event-stream', ''];

/** Errors of an upstream. */
export const tidyTarget: Target = {
  name: 'tidy',
  longest: 65_536,
  seeds: [
    ...innocentMessages.slice(0, 40),
    ...poisonedMessages.map(([message]) => message).slice(0, 120),
    '{"error":{"message":"No.","type":"x"}}',
    'event: error\ndata: {"message":"No."}\n\n',
  ],
  words: [
    ...treacherous.map((word) => ` ${word} `),
    ...[
      shown,
      '\n    at f (/a/b.js:1:2)',
      'Traceback (most recent call last):\n',
      '{"error":',
      '{"message":"',
      '[',
      '"}',
    ],
    ...[
      'sk-',
      'Bearer ',
      'key=',
      'https://',
      '://',
      '@',
      '.internal',
      '.local',
      '-',
      '.',
      '/',
      ':',
      '::',
      '1.2.3.4',
      '0x',
    ],
    ...[
      'SELECT ',
      ' FROM ',
      ' at ',
      '  File "',
      '.py:1',
      '\u200b',
      '\u001b[31m',
      '\u202e',
      '\ud83d',
      '-----BEGIN ',
      ' ',
    ],
  ],
  run: (input, random) => {
    const text = input.toString('utf8');
    const tidied = tidyMessage(text, secrets);
    claim(tidied.length <= 1_024 && tidied.isWellFormed(), 'A message is too long or no text.');
    claim(!tidied.includes(shown), 'A credential was shown.');
    for (const word of treacherous) claim(!tidied.includes(` ${word} `), `A message was shown with ${word} in it.`);
    const read = readErrorMessage({ status: 500, contentType: random.pick(contentTypes), body: text, secrets });
    claim(read !== '' && read.length <= 1_024 && !read.includes(shown), 'An error was shown as it may not be.');
    if (isTidy(text, secrets) && text.length <= 1_024) claim(tidied === text.trim(), 'What is tidy was changed.');
    const gone = tidied.split('[redacted]').map(({ length }) => scale(length));
    return `${scale(text.length)} ${gone.slice(0, 3).join()} ${scale(gone.length)} ${isTidy(text, [])}`;
  },
};
