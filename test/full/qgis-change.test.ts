// QGIS Server shuffles its capabilities at every start: for the checks nothing has changed.
import { expect, it } from 'vitest';
import { contentHash } from '../../src/catalog/content-hash.ts';
import { describeChange, isNoChange, versionedDescription } from '../../src/check/description-change.ts';
import { findingsAt } from '../../src/probe.ts';
import { describeWith } from '../servers/needs.ts';
import { startQgisServer } from '../servers/qgis.ts';

const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };

/** The description as one start of the server gives it, and the port it had. */
async function describedBy(port?: number) {
  const server = await startQgisServer('places', port);
  try {
    const findings = await findingsAt(server.url, { settings });
    const { description } = findings.find(({ identity }) => identity.kind === 'wms')!;
    return { description, port: Number(new URL(server.url).port) };
  } finally {
    await server.close();
  }
}

describeWith('qgis', () => {
  it('has the same description after a restart', async () => {
    const { description: before, port } = await describedBy();
    const { description: after } = await describedBy(port);
    expect(contentHash(after)).toBe(contentHash(before));
    const change = describeChange(versionedDescription(before, null), versionedDescription(after, null));
    expect(isNoChange(change), JSON.stringify(change)).toBe(true);
  });
});
