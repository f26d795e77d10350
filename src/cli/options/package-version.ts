// The version of this package, from its package.json.
import { readFileSync } from 'node:fs';

export function packageVersion(): string {
  // Two levels up from src/cli, three from dist/src/cli.
  for (const up of ['../../../package.json', '../../../../package.json']) {
    const file = new URL(up, import.meta.url);
    const text = readIfExists(file);
    if (text !== null) return (JSON.parse(text) as { version: string }).version;
  }
  throw new Error('package.json is not where the build expects it');
}

function readIfExists(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
