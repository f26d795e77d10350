// A proxy that passes everything on under a false name, as careless ones do: servers then advertise that name.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningServer } from './running-server.ts';

export const forgedHost = 'forged.example';

/** `url` is the address of the same server through the proxy. */
export async function startForgingProxy(target: RunningServer): Promise<RunningServer> {
  const behind = new URL(target.url);
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const { host: _, ...others } = headers;
    const options = { host: behind.hostname, port: behind.port, path: url, method };
    // In capitals: the small server of QGIS knows the header by no other spelling.
    const onward = send({ ...options, headers: { ...others, Host: forgedHost } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', (error) => response.writeHead(502).end(error.message));
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: target.url.replace(behind.origin, `http://127.0.0.1:${port}`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
