// A document saved on disk, or piped in, for the commands that take `--file`.
import { readFileSync } from 'node:fs';
import { GeotrawlError } from '../../model/errors.ts';

/** `-` is standard input. */
export function readSaved(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new GeotrawlError('usage.bad-argument', `Cannot read ${path}: ${(error as Error).message}.`, {
      cause: error,
      facts: { path },
    });
  }
}
