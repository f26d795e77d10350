// AutoCAD drawings. Only their version can be read without the proprietary library.
import { fileTitle } from '../../../base/url/file-name.ts';
import type { Document } from '../../../model/document.ts';
import * as file from '../file-kind.ts';

export const dwg = file.fileKind({
  id: 'dwg',
  title: 'DWG drawing',
  specification: 'Open Design Specification for .dwg files 5.4',
  tier: 2,
  forms: ['binary'],
  dataset: 'drawing',
  suspect: { '.dwg': 0.85 },
  firstBytes: 4096,
  version: (document) => {
    const code = readCode(document);
    return code === null ? null : acadVersion(code);
  },
  describe: (document, tally) => {
    tally.add('crs.missing', "Drawings don't declare a coordinate reference system.");
    const title = fileTitle(document);
    const layers = [file.fileLayer(title, null, file.noCrs)];
    return { title, layers, formats: ['image/vnd.dwg'] };
  },
});

/** 'AC1032' and five or six zero bytes after it. */
function readCode({ bytes }: Document): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 11)).toString('latin1');
  return /^(AC10\d\d)[\0-\x06]{5}$/.exec(head)?.[1] ?? null;
}

const years: Readonly<Record<string, string>> = {
  AC1006: 'R10',
  AC1009: 'R12',
  AC1012: 'R13',
  AC1014: 'R14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
};

/** '2018' for 'AC1032'; the code itself if the year is unknown. */
export function acadVersion(code: string): string {
  return years[code] ?? code;
}
