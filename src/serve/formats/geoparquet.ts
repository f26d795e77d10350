// The catalog as GeoParquet 1.1: one row per record, compressed with Snappy, one row group at a time in memory.
import { type ColumnSource, fileWriter, type KeyValue, parquetWriteRows } from 'hyparquet-writer';
import type { Resource } from '../../model/resource.ts';
import { multiPolygonWkb, openUnion } from './outline.ts';
import { recordColumns, recordValues } from './record-table.ts';

const rowsPerGroup = 5000;

const parquetTypes = { TEXT: 'STRING', BOOLEAN: 'BOOLEAN', INTEGER: 'INT32', DATETIME: 'TIMESTAMP' } as const;
const recordFields = Object.entries(recordColumns);
const columns: Omit<ColumnSource, 'data'>[] = [
  // GeoParquet 1.1 stores WKB as plain bytes; minimum and maximum of bytes mean nothing.
  { name: 'geometry', type: 'BYTE_ARRAY', statistics: false },
  ...recordFields.map(([name, type]) => ({ name, type: parquetTypes[type] })),
];

/** Replaces an existing file. */
export async function writeGeoParquet(records: AsyncIterable<Resource>, path: string): Promise<void> {
  const union = openUnion();
  // Written at the end of the file, when the bounding box is known.
  const kvMetadata: KeyValue[] = [];
  async function* rows() {
    for await (const record of records) {
      union.add(record.extent);
      yield parquetRow(record);
    }
    kvMetadata.push({ key: 'geo', value: geoMetadata(union.get()) });
  }
  await parquetWriteRows({
    writer: fileWriter(path),
    rows: rows(),
    columns,
    rowGroupSize: rowsPerGroup,
    kvMetadata,
    createdBy: 'geotrawl',
  });
}

function parquetRow(record: Resource): Record<string, unknown> {
  const row: Record<string, unknown> = { geometry: record.extent && multiPolygonWkb(record.extent) };
  const values = recordValues(record);
  for (const [index, [name, type]] of recordFields.entries()) {
    const value = values[index] ?? null;
    if (value === null) row[name] = null;
    else if (type === 'DATETIME') row[name] = new Date(value);
    else row[name] = type === 'BOOLEAN' ? value === 1 : value;
  }
  return row;
}

function geoMetadata(bbox: readonly number[] | null): string {
  const geometry = { encoding: 'WKB', geometry_types: ['MultiPolygon'], ...(bbox === null ? {} : { bbox }) };
  return JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry } });
}
