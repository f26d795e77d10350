// Hosts a CGI program on loopback, one process per request (RFC 3875): enough of a web server for tests.
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CgiHost {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `program` at /`name`; what follows in the path is its PATH_INFO. `port` is for starting again at the same address. */
export async function startCgiHost(
  name: string,
  program: string,
  environment: Readonly<Record<string, string>>,
  port = 0,
): Promise<CgiHost> {
  const server = createServer((request, response) => {
    const env = { ...environment, ...requestVariables(request, name) };
    execFile(program, { env, encoding: 'buffer', maxBuffer: 64 << 20 }, (error, output) => {
      const end = output.indexOf('\r\n\r\n');
      if (end < 0) {
        response.writeHead(502, { 'content-type': 'text/plain' });
        response.end(`${program} gave no headers. ${error?.message ?? ''}\n`);
        return;
      }
      const fields = output.subarray(0, end).toString('latin1').split('\r\n').map(splitField);
      const status = fields.find(([field]) => field === 'status')?.[1];
      response.writeHead(Number.parseInt(status ?? '200', 10), fields.filter(([field]) => field !== 'status').flat());
      response.end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function requestVariables(request: IncomingMessage, name: string): Record<string, string> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  return {
    GATEWAY_INTERFACE: 'CGI/1.1',
    REQUEST_METHOD: request.method ?? 'GET',
    SCRIPT_NAME: `/${name}`,
    PATH_INFO: decodeURIComponent(url.pathname.slice(name.length + 1)),
    QUERY_STRING: url.search.slice(1),
    SERVER_NAME: url.hostname,
    SERVER_PORT: url.port,
    SERVER_PROTOCOL: 'HTTP/1.1',
    HTTP_HOST: request.headers.host ?? '',
    HTTP_ACCEPT: request.headers.accept ?? '*/*',
  };
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
