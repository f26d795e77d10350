// KMZ: the main document and those inside the archive it links to.
import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../../../test/range/make-files.ts';
import { makeZip64 } from '../../../../test/range/make-zip.ts';
import { fixtureDocument, readDocument, readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { kmz } from './kmz.ts';

function archive(files: Readonly<Record<string, string>>) {
  const stored = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
  return makeDocument({ url: 'http://a.org/maps/x.kml', bytes: wholeFile(makeZip64(stored)) });
}

describe('describe', () => {
  it('reads the documents of an archive together', () => {
    const { identity, description } = readFixture(kmz, 'kmz/towns.kmz');
    expect(identity?.version).toBe('2.2');
    expect(description).toMatchObject({ title: 'towns', extent: [10.5, 47.5, 12, 48.75], layerCount: 3, links: [] });
    expect(description.layers[2]).toMatchObject({ name: 'towns', featureCount: 3 });
  });

  it('reads a ZIP named .kml, and follows its links', () => {
    const inner = '<kml><NetworkLink><Link><href>../other.kml</href></Link></NetworkLink></kml>';
    const { identity, description } = readDocument(kmz, archive({ 'images/a.png': '', 'doc.kml': inner }));
    expect(identity?.endpoint).toBe('http://a.org/maps/x.kml');
    expect(description.links.map(({ url }) => url)).toEqual(['http://a.org/other.kml']);
  });

  it('ignores archives of shapefiles and of anything else', () => {
    expect(kmz.identify(archive({ 'a.kml': '<kml/>', 'a.shp': '' }))).toEqual([]);
    expect(kmz.identify(archive({ 'a.kml': '<html/>' }))).toEqual([]);
    expect(kmz.identify(archive({ 'readme.txt': '' }))).toEqual([]);
  });

  it('reports a document that was not read', () => {
    const cut = fixtureDocument('kmz/towns.kmz');
    const head = { ...cut, bytes: cut.bytes.subarray(0, 60), partial: 'range' as const };
    expect(readDocument(kmz, head).problems).toEqual(['file.partly-read']);
  });
});
