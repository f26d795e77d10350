// DWG: the version in its first bytes.
import { expect, it } from 'vitest';
import { readFixture } from '../../../../test/read-fixture.ts';
import { makeDocument } from '../../../base/document/document.ts';
import { dwg } from './dwg.ts';

it('reads the version', () => {
  expect(readFixture(dwg, 'dwg/drawing.dwg')).toMatchObject({
    identity: { version: '2018' },
    problems: ['crs.missing'],
  });
});

it('ignores texts with the same start', () => {
  expect(dwg.identify(makeDocument({ url: 'http://a.org/x', bytes: Buffer.from('AC1032 drawing') }))).toEqual([]);
});
