// OWSLib as a third opinion: one Python process reads all documents, each with its own time limit.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemPython } from '../servers/running-server.ts';
import { type Failure, type Missed, makeReading, type Reading } from './reading.ts';

/** Labels of the corpus it has a reader for. */
export const owslibKinds = ['wms', 'wfs', 'wcs', 'wmts', 'tms', 'wps', 'sos', 'csw', 'csw-records', 'iso19139'];

const script = fileURLToPath(new URL('./read-with-owslib.py', import.meta.url));
const secondsPerDocument = 10;

export interface OwslibTask {
  readonly path: string;
  readonly kind: string;
  readonly version: string | null;
}

interface OwslibResult {
  readonly error?: string;
  readonly missed?: Missed | null;
  readonly title?: string | null;
  readonly layers?: readonly (readonly [string | null, string | null, readonly (number | string)[] | null])[];
}

/** One result per task, in order. */
export async function readWithOwslib(tasks: readonly OwslibTask[]): Promise<readonly (Reading | Failure)[]> {
  const child = spawn(systemPython, [script, String(secondsPerDocument)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.end(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const lines = output.trimEnd().split('\n');
  if (code !== 0 || lines.length !== tasks.length) {
    throw new Error(`OWSLib read ${lines.length} of ${tasks.length} documents and ended with ${code}`);
  }
  return lines.map((line) => readResponse(JSON.parse(line) as OwslibResult));
}

function readResponse({ error, missed, title, layers }: OwslibResult): Reading | Failure {
  if (error !== undefined) return { error, missed: missed ?? null };
  return makeReading(
    title ?? null,
    (layers ?? []).map(([name, ownTitle, box]) => [name, ownTitle, box?.map(Number) ?? null] as const),
  );
}
