// Imports a user's module, with a plain message on failure.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type ErrorCode, GeotrawlError } from '../model/errors.ts';

/** All its exports, alone or in lists, each once: an export may have two names, `default` and its own. */
export async function loadModule(path: string, code: ErrorCode): Promise<readonly unknown[]> {
  if (!existsSync(path)) {
    throw new GeotrawlError(
      code,
      `No such module: ${path}. Paths in a configuration file are relative to that file, others to the current folder.`,
      { facts: { path } },
    );
  }
  try {
    const exported = (await import(pathToFileURL(path).href)) as object;
    return [...new Set(Object.values(exported).flat())];
  } catch (error) {
    throw new GeotrawlError(code, `The module ${path} does not load: ${whyNot(error)}`, {
      cause: error,
      facts: { path },
    });
  }
}

function whyNot(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_DIR_IMPORT')
    return 'Node cannot run it. Name a file that ends in .mjs or .js; TypeScript is compiled first.';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
