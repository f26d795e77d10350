// All export formats of the catalog and their targets: a stream, a file, or a folder.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportFormats, exportRecords } from '../../catalog/export.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Resource } from '../../model/resource.ts';
import { dcatContext, dcatNode } from './dcat-record.ts';
import { writeGeoPackage } from './geopackage.ts';
import { writeGeoParquet } from './geoparquet.ts';
import { iso19139 } from './iso19139.ts';
import { connectionFiles } from './qgis.ts';
import { staticRecords } from './static-records.ts';

const streamForms = [...exportFormats, 'dcat'] as const;
const folderForms = ['iso', 'records-static', 'qgis'] as const;
const fileForms = ['gpkg', 'geoparquet'] as const;
export const exportForms = [...streamForms, ...fileForms, ...folderForms] as const;
export type ExportForm = (typeof exportForms)[number];

export interface ExportOptions {
  readonly form: ExportForm;
  /** File or folder; stdout if absent and the format is a stream. */
  readonly output: string | undefined;
  /** Base URL of links to the catalog itself. */
  readonly base: string;
  readonly title: string;
  readonly print: (chunks: AsyncIterable<string>) => Promise<void>;
}

/** Throws `usage.bad-argument` without a target. */
export async function exportCatalog(records: AsyncIterable<Resource>, options: ExportOptions): Promise<void> {
  const { form, output } = options;
  try {
    if (isOneOf(streamForms, form)) {
      const chunks = form === 'dcat' ? writeDcat(records, options) : exportRecords(records, form);
      await (output === undefined ? options.print(chunks) : pipeline(Readable.from(chunks), createWriteStream(output)));
      return;
    }
    const what = isOneOf(fileForms, form) ? 'file' : 'folder';
    if (output === undefined)
      throw new GeotrawlError('usage.bad-argument', `${form} is written to a ${what}: give -o ${what.toUpperCase()}.`);
    if (form === 'gpkg') await writeGeoPackage(records, output);
    else if (form === 'geoparquet') await writeGeoParquet(records, output);
    else await writeFolder(filesOf(records, form, options), output);
  } catch (error) {
    throw error instanceof GeotrawlError ? error : unwritable(error, output);
  }
}

function isOneOf<T extends string>(forms: readonly T[], form: string): form is T {
  return (forms as readonly string[]).includes(form);
}

type Files = AsyncIterable<readonly [file: string, text: string]>;

function filesOf(records: AsyncIterable<Resource>, form: (typeof folderForms)[number], options: ExportOptions): Files {
  if (form === 'qgis') return connectionFiles(records);
  return form === 'iso' ? isoFiles(records, options.base) : staticRecords(records, options.title);
}

async function* isoFiles(records: AsyncIterable<Resource>, base: string): AsyncGenerator<readonly [string, string]> {
  for await (const record of records) yield [`${record.id}.xml`, iso19139(record, base)];
}

/** The catalog node lists its records, and every record is a node of its own, so the whole is never in memory. */
async function* writeDcat(records: AsyncIterable<Resource>, { base, title }: ExportOptions): AsyncGenerator<string> {
  const catalog = { '@id': `${base}/dcat.jsonld`, '@type': 'dcat:Catalog', 'dct:title': title };
  yield `{"@context":${JSON.stringify(dcatContext)},"@graph":[\n${JSON.stringify(catalog)}`;
  for await (const record of records) {
    const relation = record.family === 'file' ? 'dcat:dataset' : 'dcat:service';
    const node = dcatNode(record, base) as { '@id': string };
    yield `,\n${JSON.stringify(node)},\n${JSON.stringify({ '@id': catalog['@id'], [relation]: { '@id': node['@id'] } })}`;
  }
  yield '\n]}\n';
}

async function writeFolder(files: Files, folder: string): Promise<void> {
  const made = new Set<string>();
  for await (const [file, text] of files) {
    const path = join(folder, file);
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
    made.add(dirname(path));
    await writeFile(path, text);
  }
  if (made.size === 0) await mkdir(folder, { recursive: true });
}

/** Our own bugs aren't wrapped. */
function unwritable(error: unknown, path: string | undefined): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isOfFiles = typeof code === 'string' && (/^E[A-Z]+$/.test(code) || code === 'ERR_SQLITE_ERROR');
  if (!isOfFiles || code.startsWith('ERR_STREAM')) return error;
  return new GeotrawlError('usage.bad-argument', `Cannot write ${path ?? 'to stdout'}: ${message}.`, {
    cause: error,
    facts: { path: path ?? null },
  });
}
