// Sends mail through the configured server: only to addresses the guard allows, never with a password in plain text.
import { createTransport } from 'nodemailer';
import { GeotrawlError } from '../model/errors.ts';
import type { AddressGuard } from './address-guard.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Throws GeotrawlError `fetch.mail`, `fetch.dns` or `policy.private-address`. */
  send(mail: Mail): Promise<void>;
}

export interface MailerOptions {
  /** smtp: or smtps:, with user name and password. */
  readonly server: URL;
  readonly from: string;
  readonly guard: AddressGuard;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 20_000;
const [submissionPort, tlsPort] = [587, 465] as const;

export function createMailer({ server, from, guard, timeoutMs = defaultTimeoutMs }: MailerOptions): Mailer {
  const isTls = server.protocol === 'smtps:';
  const port = Number(server.port) || (isTls ? tlsPort : submissionPort);
  const [user, pass] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
  return {
    send: async ({ to, subject, text }) => {
      const [endpoint] = await guard.resolve(server.hostname, port);
      if (endpoint === undefined) throw new Error('the guard let no address through');
      const transport = createTransport({
        host: endpoint.address,
        port: endpoint.port,
        secure: isTls,
        // The address is checked; the certificate is for the name.
        tls: { servername: server.hostname },
        ...(user === '' ? {} : { auth: { user, pass }, requireTLS: !isTls && !endpoint.address.startsWith('127.') }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        // RFC 3834: keeps out-of-office notices from replying.
        await transport.sendMail({ from, to, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        throw new GeotrawlError('fetch.mail', `The mail server rejected the message: ${error.message}`, {
          retry: true,
          cause: error,
          facts: { host: server.hostname },
        });
      } finally {
        transport.close();
      }
    },
  };
}
