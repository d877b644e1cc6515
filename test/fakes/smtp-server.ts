import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './make-certificate.ts';

/** A message that the server has taken. */
interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** `user:password`, as it was sent; null for none. */
  readonly login: string | null;
  readonly encrypted: boolean;
  /** Headers and text as they came, without the dots of the transfer. */
  readonly data: string;
}

/** What the server does otherwise than an obliging one. */
export interface SmtpOptions {
  /** Offers STARTTLS with it. */
  readonly certificate?: Certificate;
  /** Takes mail of this user alone: `user:password`. */
  readonly login?: string;
  /** Answers by command, such as `{ RCPT: '550 no such user' }`. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Says nothing any more from this command on; `connect`: not even a greeting. */
  readonly silentFrom?: string;
  /** Never ends the greeting: another line every so many milliseconds. */
  readonly drip?: number;
}

export interface SmtpServer {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  readonly connections: () => number;
  /** Answers a command so from now on; null: as an obliging server does. */
  readonly answer: (command: string, line: string | null) => void;
  readonly close: () => Promise<void>;
}

/** A mail server on a socket (RFC 5321), with STARTTLS and AUTH PLAIN. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const answers = new Map<string, string | null>(Object.entries(options.answers ?? {}));
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, { options, answers, taken, encrypted: false });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    connections: () => connections,
    answer: (command, line) => void answers.set(command, line),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Conversation {
  readonly options: SmtpOptions;
  readonly answers: ReadonlyMap<string, string | null>;
  readonly taken: TakenMail[];
  readonly encrypted: boolean;
}

function converse(socket: Socket, { options, answers, taken, encrypted }: Conversation): void {
  const { certificate, login: wanted, silentFrom, drip } = options;
  const mail = { from: '', to: [] as string[], login: null as string | null };
  let text = '';
  let inData = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);

  const obey: Readonly<Record<string, (argument: string) => void>> = {
    EHLO: () => {
      const offers = [certificate && !encrypted ? ['STARTTLS'] : [], wanted === undefined ? [] : ['AUTH PLAIN']].flat();
      const lines = ['smtp.test', ...offers];
      lines.forEach((line, index) => say(`250${index === lines.length - 1 ? ' ' : '-'}${line}`));
    },
    STARTTLS: () => {
      if (!certificate) return say('502 no TLS here');
      say('220 go ahead');
      socket.removeAllListeners('data');
      const { key, cert } = certificate;
      converse(new TLSSocket(socket, { isServer: true, key, cert }), { options, answers, taken, encrypted: true });
    },
    AUTH: (argument) => {
      const [, user, password] = Buffer.from(argument.replace(/^PLAIN /i, ''), 'base64')
        .toString()
        .split('\0');
      mail.login = `${user}:${password}`;
      say(mail.login === wanted ? '235 welcome' : '535 CANARY wrong password');
    },
    MAIL: (argument) => {
      if (wanted !== undefined && mail.login !== wanted) return say('530 log in first');
      mail.from = /<(.*?)>/.exec(argument)?.[1] ?? '';
      say('250 ok');
    },
    RCPT: (argument) => {
      mail.to.push(/<(.*?)>/.exec(argument)?.[1] ?? '');
      say('250 ok');
    },
    DATA: () => {
      inData = true;
      say('354 go on');
    },
    QUIT: () => socket.end('221 bye\r\n'),
  };

  const take = (data: string): void => {
    inData = false;
    const { from, to, login } = mail;
    taken.push({ from, to: [...to], login, encrypted, data: data.replaceAll('\r\n..', '\r\n.') });
    say(answers.get('end') ?? '250 taken');
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    for (;;) {
      const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inData ? 5 : 2));
      if (inData) take(line);
      else {
        const [, command = '', argument = ''] = /^(\w+) ?(.*)$/.exec(line) ?? [];
        const name = command.toUpperCase();
        if (name === silentFrom) return void socket.removeAllListeners('data');
        const answer = answers.get(name) ?? null;
        if (answer === null) (obey[name] ?? (() => say('502 unknown')))(argument);
        else say(answer);
      }
    }
  });
  if (encrypted || silentFrom === 'connect') return;
  if (drip === undefined) return say('220 smtp.test');
  const dripping = setInterval(() => say('220-wait'), drip);
  socket.on('close', () => clearInterval(dripping));
}
