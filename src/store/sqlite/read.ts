// Reads outside a transaction, with engine errors mapped to coded errors.
import { GeotrawlError } from '../../model/errors.ts';
import { isSqlError } from './driver.ts';

export function readSqlite<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isSqlError(error)) throw error;
    throw new GeotrawlError(
      'store.read',
      `The database could not be read: ${error.message}. Check the disk, or restore the file from a copy.`,
      { cause: error },
    );
  }
}
