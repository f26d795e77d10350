// Entities in XML are never expanded and never fetched, whichever kind reads the document (edge case 100).
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../src/base/document/document.ts';
import { extractPage } from '../../src/extract/extract.ts';
import { identify } from '../../src/identify/identify.ts';
import { kinds } from '../../src/kinds/index.ts';
import { makeTestFolder, type TestFolder } from '../servers/running-server.ts';
import { fixtureClaims } from './claims.ts';

const secret = 'the-secret-of-the-file';
const inner = 'the-text-of-an-entity';

let folder: TestFolder;
let server: Server;
let requests = 0;
beforeAll(async () => {
  folder = await makeTestFolder('entities');
  writeFileSync(`${folder.path}/secret.txt`, secret);
  server = createServer((_request, response) => {
    requests++;
    response.end(`<!ENTITY fromafar "${secret}">`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder.remove();
});

/** A doctype with entities of every sort: inside, from a file, from the web, nested, by parameter, and the subset itself. */
function doctype(): string {
  const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}/entities.dtd`;
  const declared = [
    `<!ENTITY inner "${inner}">`,
    '<!ENTITY nested "&inner;&inner;&inner;">',
    `<!ENTITY file SYSTEM "file://${folder.path}/secret.txt">`,
    `<!ENTITY web SYSTEM "${web}">`,
    `<!ENTITY public PUBLIC "-//x//y" "${web}">`,
    `<!ENTITY % parameter SYSTEM "${web}">`,
    '%parameter;',
    `<!ENTITY % made "<!ENTITY built '${inner}'>">`,
    '%made;',
  ];
  return `<!DOCTYPE root SYSTEM "${web}" [\n${declared.join('\n')}\n]>`;
}

const references = '&inner;&nested;&file;&web;&public;&fromafar;&built;';

/** The document with the doctype before its root, and references wherever it has words: in numbers they would break it. */
function withEntities(text: string): string {
  const bare = text.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>/, '');
  const root = bare.search(/<[A-Za-z]/);
  const body = bare
    .slice(root)
    .replace(/(<[\w:]*(?:title|abstract|name|description|documentation)\b[^<>]*>[^<>&]+)</gi, `$1${references}<`)
    .replace(/(title|name|href)="([^"<>&]{4,})"/gi, `$1="$2${references}"`);
  return bare.slice(0, root) + doctype() + body;
}

function xmlFixtures(id: string): readonly { readonly file: string; readonly text: string }[] {
  return claims
    .filter((claim) => claim.label === id && claim.accepted[0] === id)
    .map(({ file }) => ({ file, bytes: readFileSync(new URL(`../../${file}`, import.meta.url)) }))
    .filter(({ bytes }) => makeDocument({ url: 'http://a.org/', bytes }).form === 'xml')
    .map(({ file, bytes }) => ({ file, text: makeDocument({ url: 'http://a.org/', bytes }).text() }));
}

const claims = fixtureClaims();
const xmlKinds = kinds.map(({ id }) => id).filter((id) => xmlFixtures(id).length > 0);

describe('entities', () => {
  it.each(xmlKinds)('are not resolved by %s', (id) => {
    for (const { file, text } of xmlFixtures(id)) {
      const document = makeDocument({ url: 'http://a.org/x.xml', bytes: Buffer.from(withEntities(text)) });
      const discoveries = identify(document, kinds);
      // The doctype does not hide what the document is.
      expect([file, discoveries.map(({ identity }) => identity.kind)]).toEqual([file, expect.arrayContaining([id])]);
      const told = JSON.stringify([discoveries, extractPage(document).links, extractPage(document).text()]);
      expect([file, told.includes(secret), told.includes(inner)]).toEqual([file, false, false]);
    }
  });

  it('cause no request to the server they name', () => {
    console.log(`entities in the fixtures of ${xmlKinds.length} kinds in XML: ${requests} requests`);
    expect(xmlKinds.length).toBeGreaterThan(20);
    expect(requests).toBe(0);
  });
});
