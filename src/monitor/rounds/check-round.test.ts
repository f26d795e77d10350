// A round on an overloaded machine is inconclusive.
import { expect, it } from 'vitest';
import { GeotrawlError } from '../../model/errors.ts';
import type { ResourceKind } from '../../model/kind.ts';
import type { Resource } from '../../model/resource.ts';
import { type CheckTools, checkRound } from './check-round.ts';

const kind = {
  id: 'sample',
  title: 'Sample',
  family: 'service',
  forms: ['xml'],
  check: () => [{ url: 'http://a.example/', operation: 'GetMap', expects: 'picture' }],
} as unknown as ResourceKind;
const resource = { id: 'a', kind: 'sample', url: 'http://a.example/', endpoint: 'http://a.example/' } as Resource;

function toolsWith(isStrained: boolean): CheckTools {
  const fail = async () => {
    throw new GeotrawlError('fetch.timeout', 'It did not respond in time.', { retry: true });
  };
  return {
    request: fail,
    describe: fail,
    reader: { refusal: () => null, error: () => null },
    retryAfterMs: 0,
    clock: { now: () => 0, sleep: async () => undefined },
    isStrained: () => isStrained,
  } as CheckTools;
}

it.each([
  [false, 'failed', 'too-slow'],
  [true, 'unclear', 'not-asked'],
])('no response in time, overloaded %s: %s', async (isStrained, outcome, code) => {
  const subject = { resource, kind, turn: 0, wantsDescription: false, known: null };
  const { round } = await checkRound(subject, toolsWith(isStrained));
  expect([round.outcome, round.reason?.code]).toEqual([outcome, code]);
});
