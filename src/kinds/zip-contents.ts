// What kind of archive a ZIP is, by the names in it.
import type { ZipEntry } from '../base/binary/zip-directory.ts';

/** Whether it holds a shapefile or a file geodatabase: then KML beside it is an extra. */
export function isArchiveOfFiles(entries: readonly ZipEntry[]): boolean {
  return entries.some(({ name }) => /\.shp$|\.gdb\/[^/]*\.gdbtable$/i.test(name) && !isResourceFork(name));
}

/** Archives made on a Mac hold a shadow of every file. */
export function isResourceFork(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\._[^/]*$/.test(name);
}
