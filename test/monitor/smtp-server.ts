// A mail server on loopback that takes what it is told to: enough of RFC 5321 for tests.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  readonly port: number;
  /** Mails as they came, headers first. */
  readonly received: { readonly to: string; readonly data: string }[];
  /** What it answers to RCPT; 250 takes the mail. */
  answer: string;
  close(): void;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const server = createServer((socket) => converse(socket, own));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own: SmtpServer = {
    port: (server.address() as AddressInfo).port,
    received: [],
    answer: '250 ok',
    close: () => void server.close(),
  };
  return own;
}

function converse(socket: Socket, server: SmtpServer): void {
  let [rest, data, to, isData] = ['', '', '', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    if (isData) {
      if (line !== '.') data += `${line}\n`;
      else {
        server.received.push({ to, data });
        [data, isData] = ['', false];
        say('250 taken');
      }
    } else if (/^DATA/i.test(line)) {
      isData = true;
      say('354 go on');
    } else if (/^RCPT TO:<(.*)>/i.test(line)) {
      to = /<(.*)>/.exec(line)?.[1] ?? '';
      say(server.answer);
    } else if (/^QUIT/i.test(line)) {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  socket.on('data', (chunk) => {
    const lines = `${rest}${String(chunk)}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  socket.on('error', () => socket.destroy());
  say('220 test');
}
