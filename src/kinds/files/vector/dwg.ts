// AutoCAD drawings. Only their version can be read from outside.
import { fileTitle } from '../../../base/url/file-name.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import { readAcadVersion } from '../../acad-version.ts';
import * as file from '../file-kind.ts';

export const dwg: ResourceKind = {
  id: 'dwg',
  title: 'DWG drawing',
  family: 'file',
  specification: 'Open Design Specification for .dwg files 5.4',
  tier: 2,
  forms: ['binary'],
  dataset: 'drawing',
  suspect: (link) => file.suspectFile(link, { '.dwg': 0.85 }),
  probe: (url) => file.probeFile(url, 4096),
  identify: (document) => {
    const code = readCode(document);
    return code === null ? [] : file.fileIdentity('dwg', document, readAcadVersion(code));
  },
  describe: (document) => {
    const tally = new ProblemTally();
    tally.add('crs.missing', 'Drawings do not say which coordinate reference system they are in.');
    const title = fileTitle(document);
    const layers = [file.fileLayer(title, null, file.noCrs)];
    return file.describeFile(document, { title, layers, formats: ['image/vnd.dwg'] }, tally);
  },
  check: file.checkFile,
};

/** 'AC1032' and five or six zero bytes behind it. */
function readCode({ bytes }: Document): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 11)).toString('latin1');
  return /^(AC10\d\d)[\0-\x06]{5}$/.exec(head)?.[1] ?? null;
}
