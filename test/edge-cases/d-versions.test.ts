// Edge cases 37 to 40: servers that want a version, refuse one, or answer with another.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from '../e2e/small-web.ts';
import { ask } from './asking.ts';
import { read } from './reading.ts';
import { exceptionText, wmsText } from './wms-text.ts';

const refusal: Page = { type: 'text/xml', body: exceptionText };
const fixture = (path: string): Page => ({
  type: 'text/xml',
  body: readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)),
});

/** The value of a parameter, whatever its case. */
function parameter(path: string, name: string): string | null {
  for (const [key, value] of new URL(path, 'http://x.example').searchParams)
    if (key.toLowerCase() === name) return value;
  return null;
}

describe('37. Which version answers', () => {
  type Rule = (version: string | null) => string | null;
  it.each<[string, Rule, string]>([
    ['VERSION is required', (version) => version, '1.3.0'],
    ['VERSION is refused', (version) => (version === null ? '1.1.1' : null), '1.1.1'],
    ['1.3.0 is refused, 1.1.1 is not', (version) => (version === '1.1.1' ? '1.1.1' : null), '1.1.1'],
    ['always the same, whatever is asked', () => '1.1.0', '1.1.0'],
    ['the highest without being asked', (version) => version ?? '1.3.0', '1.3.0'],
  ])('WMS: %s', async (_what, rule, expected) => {
    const { found } = await ask('/wms', (path) => {
      const version = rule(parameter(path, 'version'));
      return version === null ? refusal : { body: wmsText({ version }) };
    });
    expect([found.kind, found.version, found.layers.map(({ name }) => name)]).toEqual(['wms', expected, ['rivers']]);
  });

  it('the version asked for in the address says nothing about the answer', async () => {
    const given = '/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0';
    const { found } = await ask(given, () => ({ body: wmsText({ version: '1.1.1' }) }));
    expect(found.version).toBe('1.1.1');
  });

  it('WFS: broken in 1.0 and 2.0, good in 1.1.0', async () => {
    const { found } = await ask('/wfs', (path) =>
      parameter(path, 'version') === '1.1.0'
        ? fixture('wfs/1.1.0.xml')
        : { status: 500, body: 'java.lang.NullPointerException' },
    );
    expect([found.kind, found.version]).toEqual(['wfs', '1.1.0']);
  });

  it('WFS: another version than was asked for is read as what it is', async () => {
    const { found } = await ask('/wfs?service=WFS&request=GetCapabilities&version=2.0.0', () =>
      fixture('wfs/1.0.0.xml'),
    );
    expect([found.kind, found.version]).toEqual(['wfs', '1.0.0']);
  });
});

describe('38. AcceptVersions, and no version at all', () => {
  it('WMS is never sent AcceptVersions, which it does not know', async () => {
    const { requested } = await ask('/wms', () => refusal);
    expect(requested.filter((path) => parameter(path, 'acceptversions') !== null)).toEqual([]);
  });

  it('WCS shows its second version to those who accept it', async () => {
    const { found } = await ask('/wcs', (path) =>
      parameter(path, 'acceptversions')?.includes('2.0.1') ? fixture('wcs/2.0.1.xml') : refusal,
    );
    expect([found.kind, found.version]).toEqual(['wcs', '2.0.1']);
  });

  it('WCS that knows 1.0.0 only', async () => {
    const { found } = await ask('/wcs', (path) =>
      parameter(path, 'version') === '1.0.0' ? fixture('wcs/1.0.0.xml') : refusal,
    );
    expect([found.kind, found.version]).toEqual(['wcs', '1.0.0']);
  });

  it('SOS is never sent a version', async () => {
    const { requested, kinds } = await ask('/sos', () => refusal);
    expect(requested.filter((path) => parameter(path, 'service') === 'SOS').length).toBeGreaterThan(1);
    expect([kinds, requested.filter((path) => parameter(path, 'version') !== null)]).toEqual([[null], []]);
  });
});

describe('39. Versions that say more than the one that came', () => {
  it('are linked to, so that a crawl reads them too', () => {
    const text = `<wfs:WFS_Capabilities version="1.1.0" xmlns:wfs="http://www.opengis.net/wfs"><ServiceIdentification>
      <Title>T</Title><ServiceTypeVersion>1.1.0</ServiceTypeVersion><ServiceTypeVersion>2.0.0</ServiceTypeVersion>
      </ServiceIdentification></wfs:WFS_Capabilities>`;
    const { links, identity } = read(text, 'http://found.example.net/wfs?map=a');
    expect(identity.version).toBe('1.1.0');
    expect(links).toContain(
      'http://found.example.net/wfs?map=a&SERVICE=WFS&REQUEST=GetCapabilities&AcceptVersions=2.0.0',
    );
  });
});

describe('40. CSW by GET or by POST only', () => {
  it('by GET only', async () => {
    const capabilities = (path: string) => /service=csw/i.test(path) && /request=GetCapabilities/i.test(path);
    const { found } = await ask('/csw', (path, { method }) =>
      method === 'GET' && capabilities(path) ? fixture('csw/2.0.2.xml') : { status: 405, body: '' },
    );
    expect([found.kind, found.version]).toEqual(['csw', '2.0.2']);
  });

  it('by POST only: refused with a reason, not taken for an empty catalog', async () => {
    const { reason } = await ask('/csw', (_path, { method }) =>
      method === 'POST' ? fixture('csw/2.0.2.xml') : { status: 405, body: 'GET is not supported' },
    );
    expect(reason).toEqual({ code: 'http.error-status', message: expect.stringContaining('405') });
  });
});
