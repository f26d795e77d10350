// Names of files from URLs and headers.
import { expect, it } from 'vitest';
import { makeDocument } from '../document/document.ts';
import { fileName, fileTitle } from './file-name.ts';

function documentOf(url: string, disposition?: string) {
  const headers: Record<string, string> = disposition === undefined ? {} : { 'content-disposition': disposition };
  return makeDocument({ url, headers, bytes: new Uint8Array() });
}

it('comes from the URL', () => {
  expect(fileName(documentOf('http://a.org/b/Gr%C3%BCn.tif?x=1'))).toBe('Grün.tif');
  expect(fileTitle(documentOf('http://a.org/b/rivers_v1.2.geo.json'))).toBe('rivers_v1.2');
  expect(fileTitle(documentOf('http://a.org/b/%zz.zip'))).toBe('%zz');
  expect(fileName(documentOf('http://a.org/'))).toBe('');
});

it("comes from the server's Content-Disposition", () => {
  expect(fileName(documentOf('http://a.org/get?id=5', 'attachment; filename="roads 2020.zip"'))).toBe('roads 2020.zip');
  expect(fileName(documentOf('http://a.org/get', "attachment; filename*=UTF-8''stra%C3%9Fen.zip"))).toBe('straßen.zip');
  expect(fileName(documentOf('http://a.org/get', 'attachment; filename=../../etc/a.zip'))).toBe('a.zip');
});
