// AutoCAD drawing exchange files. They have no CRS, so there is no extent in degrees.
import { beginsWith } from '../../../base/binary/byte-view.ts';
import { copyString } from '../../../base/text/copy-string.ts';
import type { ProblemTally } from '../../../describe/problem-tally.ts';
import type { Document } from '../../../model/document.ts';
import type { Description } from '../../../model/resource.ts';
import * as file from '../file-kind.ts';
import { acadVersion } from './dwg.ts';

export const dxf = file.fileKind({
  id: 'dxf',
  title: 'DXF drawing',
  specification: 'AutoCAD DXF Reference',
  tier: 2,
  forms: ['text', 'binary'],
  dataset: 'layer',
  suspect: { '.dxf': 0.85 },
  firstBytes: file.textHeadBytes,
  version: readVersion,
  describe,
});

/** The first section must start within these bytes. */
const headBytes = 4096;
const maxPairs = 2_000_000;
const maxLayers = 10_000;

function readVersion({ bytes }: Document): string | null {
  if (beginsWith(bytes, 'AutoCAD Binary DXF\r\n\u001a\u0000')) return '';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  if (!isDxf(head)) return null;
  return acadVersion(/\$ACADVER\s{1,20}1\s{1,20}(AC\d{4})/.exec(head)?.[1] ?? '');
}

/** Pairs of lines, a group code and a value: "0 SECTION 2 HEADER", comments (999) before. */
function isDxf(head: string): boolean {
  const lines = head.split(/\r\n|\r|\n/, 60).map((line) => line.trim());
  let at = 0;
  while (lines[at] === '999') at += 2;
  const isSection = lines[at] === '0' && lines[at + 1] === 'SECTION' && lines[at + 2] === '2';
  return isSection && /^(?:HEADER|CLASSES|TABLES|BLOCKS|ENTITIES|OBJECTS)$/.test(lines[at + 3] ?? '');
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

function describe(document: Document, tally: ProblemTally): Partial<Description> {
  tally.add('crs.missing', "Drawings don't declare a coordinate reference system.");
  const names = document.form === 'text' ? [...readLayerNames(document.text())] : [];
  const layers = names.map((name) => file.fileLayer(name, null, file.noCrs));
  return { layers, formats: ['image/vnd.dxf'] };
}
