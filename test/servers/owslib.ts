// OWSLib as a second opinion: what another client reads from the same capabilities document.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemPython } from './running-server.ts';

export interface OwslibReading {
  readonly version: string;
  readonly title: string;
  /** Names of the layers that have one, in document order. */
  readonly layers: readonly string[];
}

const program = `
import json, sys
from owslib.wms import WebMapService
wms = WebMapService('http://127.0.0.1:9/', version=sys.argv[1], xml=sys.stdin.buffer.read())
print(json.dumps({'version': wms.identification.version, 'title': wms.identification.title, 'layers': list(wms.contents)}))
`;

/** Reads a capabilities document of WMS 1.1.1 or 1.3.0; rejects where OWSLib gives up. */
export async function readWithOwslib(capabilities: Uint8Array, version: '1.1.1' | '1.3.0'): Promise<OwslibReading> {
  const running = promisify(execFile)(systemPython, ['-c', program, version]);
  running.child.stdin?.end(capabilities);
  const { stdout } = await running;
  return JSON.parse(stdout) as OwslibReading;
}
