// Content-Type headers as servers write them.
import { describe, expect, it } from 'vitest';
import { readMediaType } from './media-type.ts';

describe('readMediaType', () => {
  it.each([
    [undefined, '', null],
    ['', '', null],
    ['text/html', 'text/html', null],
    ['Text/HTML; Charset=UTF-8', 'text/html', 'utf-8'],
    ['text/xml;charset="iso-8859-1"', 'text/xml', 'iso-8859-1'],
    ["text/xml; charset='utf-8'", 'text/xml', 'utf-8'],
    ['application/vnd.ogc.se_xml;charset=utf-8, text/html', 'application/vnd.ogc.se_xml', 'utf-8'],
    ['text/xml ; subtype=gml/3.1.1 ; charset = utf-8', 'text/xml', 'utf-8'],
    ['charset=utf-8', '', 'utf-8'],
    ['html', '', null],
    ['text/html;', 'text/html', null],
  ])('%s', (header, essence, charset) => {
    expect(readMediaType(header)).toEqual({ essence, charset });
  });
});
