// QGIS Server shuffles its capabilities at every start: for the checks nothing has changed, and one more layer is all that has.
import { expect, it } from 'vitest';
import { contentHash } from '../../src/catalog/content-hash.ts';
import { describeChange, isNoChange, versionedDescription } from '../../src/monitor/health/description-change.ts';
import { openSqlChecks } from '../../src/monitor/tables/sql-checks.ts';
import { discoveriesAt } from '../../src/probe.ts';
import { openBench } from '../monitor/check-bench.ts';
import { describeWith } from '../servers/needs.ts';
import { startQgisServer } from '../servers/qgis.ts';

const settings = { 'network.allowPrivate': true, 'politeness.delayMs': 0 };

/** The description as one start of the server gives it, and the port it had. */
async function describedBy(port?: number) {
  const server = await startQgisServer('places', port);
  try {
    const discoveries = await discoveriesAt(server.url, { settings });
    const { description } = discoveries.find(({ identity }) => identity.kind === 'wms')!;
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

  it('is watched through a restart without a change, and through one with a layer more as exactly that', async () => {
    const bench = await openBench();
    let port: number | undefined;
    let id = '';
    for (const content of ['places', 'places', 'places and villages'] as const) {
      const server = await startQgisServer(content, port);
      try {
        port = Number(new URL(server.url).port);
        if (id === '') id = await bench.add(server.url, 'wms');
        const { round } = await bench.check(id);
        // A small box between the towns is blank, and another is asked for.
        expect(round.requests.at(-1)).toMatchObject({ operation: 'description', status: 200, reason: null });
      } finally {
        await server.close();
      }
      bench.clock.pass(24);
    }
    const versions = await openSqlChecks(bench.parts.store).versions(id);
    expect(versions.map(({ change }) => change)).toEqual([
      { added: ['Villages'], removed: [], renamed: [], moved: [], fields: [] },
      null,
    ]);
    await bench.close();
  });
});
