// AutoCAD drawing exchange files. They have no CRS, so there is no extent in degrees.
import { beginsWith } from '../../../base/binary/byte-view.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import { fileTitle } from '../../../base/url/file-name.ts';
import { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { ResourceKind } from '../../../model/kind.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { readAcadVersion } from './dwg.ts';

export const dxf: ResourceKind = {
  id: 'dxf',
  title: 'DXF drawing',
  family: 'file',
  specification: 'AutoCAD DXF Reference',
  tier: 2,
  forms: ['text', 'binary'],
  dataset: 'layer',
  suspect: (link) => file.suspectFile(link, { '.dxf': 0.85 }),
  probe: (url) => file.probeFile(url, file.textHeadBytes),
  identify: (document) => {
    if (beginsWith(document.bytes, 'AutoCAD Binary DXF\r\n\u001a\u0000')) return file.fileIdentity('dxf', document);
    return isDxf(document) ? file.fileIdentity('dxf', document, readVersion(document)) : [];
  },
  describe,
  check: file.checkFile,
};

/** The first section must start within these bytes. */
const headBytes = 4096;
const maxPairs = 2_000_000;
const maxLayers = 10_000;

/** Pairs of lines, a group code and a value: "0 SECTION 2 HEADER", comments (999) before. */
function isDxf({ bytes }: Document): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const lines = head.split(/\r\n|\r|\n/, 60).map((line) => line.trim());
  let at = 0;
  while (lines[at] === '999') at += 2;
  const isSection = lines[at] === '0' && lines[at + 1] === 'SECTION' && lines[at + 2] === '2';
  return isSection && /^(?:HEADER|CLASSES|TABLES|BLOCKS|ENTITIES|OBJECTS)$/.test(lines[at + 3] ?? '');
}

function readVersion({ bytes }: Document): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  return readAcadVersion(/\$ACADVER\s{1,20}1\s{1,20}(AC\d{4})/.exec(head)?.[1] ?? '');
}

/** Names in the layer table; entities aren't read. */
function readLayerNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let at = 0;
  let isLayer = false;
  const line = () => {
    const end = text.indexOf('\n', at);
    const value = text.slice(at, end < 0 ? text.length : end).trim();
    at = end < 0 ? text.length : end + 1;
    return value;
  };
  for (let pairs = 0; at < text.length && pairs < maxPairs && names.size < maxLayers; pairs++) {
    const code = line();
    const value = line();
    if (code === '0') isLayer = value === 'LAYER';
    else if (code === '2' && isLayer) names.add(copyString(value));
    if (code === '2' && value === 'ENTITIES') break;
  }
  return names;
}

function describe(document: Document): Description {
  const tally = new ProblemTally();
  tally.add('crs.missing', "Drawings don't declare a coordinate reference system.");
  const names = document.form === 'text' ? [...readLayerNames(document.text())] : [];
  const layers = names.map((name) => file.fileLayer(name, null, file.noCrs));
  return file.describeFile(document, { title: fileTitle(document), layers, formats: ['image/vnd.dxf'] }, tally);
}
