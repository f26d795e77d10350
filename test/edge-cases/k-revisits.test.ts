// Edge cases detected by revisits: moved services, outages, and sudden loss of layers.
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import type { Health } from '../../src/model/monitoring.ts';
import { isSuddenLoss, versionedDescription } from '../../src/monitor/health/description-change.ts';
import { nextHealth } from '../../src/monitor/health/next-health.ts';
import { movedFrom } from '../../src/monitor/rounds/redirect-target.ts';
import { makeDescription } from '../conformance/made-records.ts';

const hourMs = 3_600_000;

describe('95. A service that moves', () => {
  it('is detected by its redirect target', () => {
    const url = 'http://old.example/wms?map=a&SERVICE=WMS&REQUEST=GetMap';
    const finalUrl = 'https://new.example/maps/wms?map=a&SERVICE=WMS&REQUEST=GetMap';
    const response = makeDocument({ url, finalUrl, redirects: [url], bytes: new Uint8Array(1) });
    expect(movedFrom('http://old.example/wms?map=a', response)).toBe('https://new.example/maps/wms?map=a');
    expect(movedFrom('http://old.example/wms?map=a', makeDocument({ url, bytes: new Uint8Array(1) }))).toBeNull();
  });
});

describe('96. An outage is not death', () => {
  it('needs several failures over a day', () => {
    const reason = { code: 'no-connection', message: 'It refuses the connection.' } as const;
    let health: Health | null = null;
    const states = [0, 1, 2, 23, 25].map((hour) => {
      health = nextHealth(health, { outcome: 'failed', reason, endedMs: hour * hourMs });
      return health?.state;
    });
    expect(states).toEqual(['degraded', 'degraded', 'degraded', 'degraded', 'down']);
  });
});

describe('97. Sudden loss of layers', () => {
  it('is suspicious at first', () => {
    const described = (layerCount: number) => versionedDescription(makeDescription({ layerCount }), null);
    const known = [
      { number: 1, seenMs: 0, contentHash: 'a', description: described(50), change: null, isSuspicious: false },
    ];
    expect([isSuddenLoss(40, known, hourMs), isSuddenLoss(45, known, hourMs)]).toEqual([true, false]);
  });
});
