// Gathering the parts of a resource within limits, as long as the server cooperates.
import { expect, it } from 'vitest';
import { fileReader, missingPart } from '../base/binary/file-reader.ts';
import { makeDocument } from '../base/document/document.ts';
import { emptyDescription } from '../describe/empty-description.ts';
import { GeotrawlError } from '../model/errors.ts';
import type { ProbeRequest, ResourceKind } from '../model/kind.ts';
import { identifyFully } from './gather.ts';

const content = Buffer.alloc(2_000_000, 'x');
const url = 'http://a.org/file.bin';

function part({ range }: ProbeRequest) {
  const [first, last] = range!;
  const headers = { 'content-range': `bytes ${first}-${last}/${content.length}` };
  return makeDocument({
    url,
    status: 206,
    headers,
    bytes: content.subarray(first, last + 1),
    partial: 'range',
    requests: 1,
  });
}

/** A kind that wants `length` bytes at each of these places, and knows itself once it has the first. */
function wanting(places: readonly number[], length = 100): ResourceKind {
  const read = (reader: ReturnType<typeof fileReader>) => places.map((place) => reader.bytes(place, length));
  const [first = 0] = places;
  return {
    id: 'wanting',
    title: 'Wanting',
    family: 'file',
    specification: 'none',
    tier: 2,
    forms: ['text'],
    dataset: 'file',
    suspect: () => 0,
    probe: () => [],
    identify: (document) =>
      fileReader(document).bytes(first, length) === null ? [] : [{ kind: 'wanting', version: null, endpoint: url }],
    describe: (document) => ({
      ...emptyDescription,
      title: String(read(fileReader(document)).filter((bytes) => bytes !== null).length),
    }),
    more: (document) => missingPart(document, read),
  };
}

const head = part({ url, range: [0, 999] });

it('requests missing parts, even before the resource is identified', async () => {
  const requests: ProbeRequest[] = [];
  const kind = wanting([1_500_000, 10, 500_000]);
  const discoveries = await identifyFully(head, [kind], async (request) => {
    requests.push(request);
    return part(request);
  });
  expect(requests.map(({ range }) => range?.[0])).toEqual([1_500_000, 500_000]);
  expect(discoveries).toMatchObject([{ requests: 3, description: { title: '3' } }]);
});

it('sends at most five requests for at most 256 KB', async () => {
  let requests = 0;
  const places = Array.from({ length: 20 }, (_, index) => index * 90_000);
  await identifyFully(head, [wanting(places)], async (request) => {
    requests++;
    return part(request);
  });
  expect(requests).toBe(4);
  let bytes = head.bytes.length;
  await identifyFully(head, [wanting([0, 500_000, 1_000_000, 1_500_000], 100_000)], async (request) => {
    bytes += request.range![1] - request.range![0] + 1;
    return part(request);
  });
  expect(bytes).toBeLessThanOrEqual(256 * 1024);
});

it('stops where ranges are ignored or refused', async () => {
  for (const status of [200, 416]) {
    let requests = 0;
    const discoveries = await identifyFully(head, [wanting([10, 500_000, 1_500_000])], async () => {
      requests++;
      return makeDocument({ url, status, bytes: content.subarray(0, 100), partial: 'size', requests: 1 });
    });
    expect(requests).toBe(1);
    expect(discoveries).toMatchObject([{ requests: 2 }]);
  }
});

it('uses the parts received when the server stops responding', async () => {
  const discoveries = await identifyFully(head, [wanting([10, 500_000])], () =>
    Promise.reject(new GeotrawlError('fetch.timeout', 'No response.')),
  );
  expect(discoveries).toMatchObject([{ identity: { kind: 'wanting' }, requests: 2 }]);
  const bug = identifyFully(head, [wanting([10, 500_000])], () => Promise.reject(new TypeError('ours')));
  await expect(bug).rejects.toThrow('ours');
});

it('requests nothing for a complete document', async () => {
  const whole = makeDocument({ url, bytes: content });
  const discoveries = await identifyFully(whole, [wanting([10, 500_000])], () => Promise.reject(new Error('asked')));
  expect(discoveries).toHaveLength(1);
});
