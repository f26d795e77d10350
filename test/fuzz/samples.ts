// Fuzz samples: the documents of the corpus, all fixtures, and small files of large binary formats.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { corpusDocument, corpusRows } from '../corpus/corpus.ts';
import * as make from '../range/make-files.ts';
import { makeZip64 } from '../range/make-zip.ts';
import type { SparseFile } from '../range/sparse-server.ts';

export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Mutations grow documents a little; beyond this a round measures copying, not reading. */
export const largestBytes = 200_000;

/** Fixtures and generated files are few compared with the corpus, but the only samples of most kinds, so they are repeated. */
export function fuzzSamples(): readonly Sample[] {
  const own = [...fixtureSamples(), ...madeSamples()].filter(isSmall);
  const corpus = corpusRows()
    .map((row) => ({ name: row.file, bytes: corpusDocument(row).bytes }))
    .filter(isSmall);
  const repeats = Math.max(1, Math.floor(corpus.length / own.length));
  return [...corpus, ...Array.from({ length: repeats }, () => own).flat()];
}

function isSmall({ bytes }: Sample): boolean {
  return bytes.length > 0 && bytes.length <= largestBytes;
}

function fixtureSamples(): readonly Sample[] {
  const folder = new URL('../../fixtures/', import.meta.url);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) !== '.md')
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(`${parentPath}/${name}`) }));
}

/** Data between the parts of a file, so that truncation and ranges can miss something. */
const dataBytes = 3000;

function madeSamples(): readonly Sample[] {
  const files: Readonly<Record<string, SparseFile>> = {
    'big.tif': make.makeBigTiff(dataBytes),
    'big.parquet': make.makeGeoparquet(dataBytes),
    'big.arrow': make.makeGeoarrow(dataBytes),
    'big.pmtiles': make.makePmtiles(dataBytes),
    'big.las': make.makeLas(dataBytes, false),
    'big.copc.laz': make.makeLas(dataBytes, true),
    'big.nc': make.makeNetcdf(dataBytes),
    'big.h5': make.makeHdf5(dataBytes),
    'big.zip': makeZip64([
      { name: 'a.bin', content: dataBytes },
      { name: 'doc.kml', content: Buffer.from('<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark/></kml>') },
    ]),
  };
  return Object.entries(files).map(([name, file]) => ({ name, bytes: make.wholeFile(file) }));
}
