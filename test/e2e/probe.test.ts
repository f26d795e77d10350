// `geotrawl probe` as scripts use it: its JSON, its exit codes, what it does with odd addresses.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFile, jsonLines, root, run, start } from './command.ts';
import { type SmallWeb, startSmallWeb, wms } from './small-web.ts';

/** As issue A fixes them; a field may be added, none renamed. */
const reportFields = [
  ...['url', 'kind', 'family', 'version', 'title', 'abstract', 'endpoint', 'claimedUrl'],
  ...['extent', 'layerCount', 'layers'],
  ...['software', 'license', 'operations', 'time', 'crs', 'problems', 'requests'],
];
const fixture = (name: string) => join(root, 'fixtures/wms', name);
const exceptionReport = readFileSync(fixture('exception.xml'), 'utf8');
const loopback = ['--allow-private', '--delay', '0'];
/** Longer than DNS allows (RFC 1035, 2.3.4): rejected by the system without a query. */
const namelessUrl = `http://${'n'.repeat(64)}.example/`;
/** Nothing listens on the discard port of this address. */
const closedUrl = 'http://127.0.0.1:9/';
let web: SmallWeb;

beforeAll(async () => {
  web = await startSmallWeb((path) => {
    if (path.startsWith('/wms')) return wms({ title: 'Rivers', abstract: 'All rivers' });
    if (path.startsWith('/broken')) return { type: 'application/vnd.ogc.se_xml', body: exceptionReport };
    if (path === '/page') return '<title>Maps</title><p>No service here.</p>';
    return null;
  });
});
afterAll(() => web.close());

describe('probe --json', () => {
  it('prints the fixed fields of a WMS, in order, as one line', async () => {
    const { code, stdout, stderr } = await run(['probe', '--json', `${web.origin}/wms`, ...loopback]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [report, ...rest] = jsonLines(stdout);
    expect(rest).toEqual([]);
    expect(Object.keys(report!)).toEqual(reportFields);
    expect(report).toMatchObject({
      url: `${web.origin}/wms`,
      kind: 'wms',
      family: 'service',
      version: '1.3.0',
      title: 'Rivers',
      abstract: 'All rivers',
      extent: [5, 47, 15, 55],
      layerCount: 1,
      layers: [{ name: 'layer', title: 'Layer', extent: [5, 47, 15, 55] }],
      software: null,
      requests: 1,
    });
  });

  it('prints a result for every URL in input order, with a reason if it is none', async () => {
    const urls = ['page', 'wms', 'nothing', 'broken'].map((path) => `${web.origin}/${path}`);
    const { code, stdout } = await run(['probe', '--json', ...urls, closedUrl, ...loopback]);
    expect(code).toBe(0);
    const reports = jsonLines(stdout);
    expect(reports.map(({ url }) => url)).toEqual([...urls, closedUrl]);
    expect(reports.map(({ kind }) => kind)).toEqual([null, 'wms', null, null, null]);
    const codes = reports.map(({ reason }) => (reason as { code: string } | undefined)?.code);
    expect(codes).toEqual(['not-a-resource', undefined, 'http.error-status', 'not-a-resource', 'fetch.connect']);
  });

  it('reads URLs from stdin and reports an invalid line in order', async () => {
    const stdin = `# my list\n\n${web.origin}/wms\nno address\n  ${web.origin}/page  \n`;
    const { code, stdout, stderr } = await run(['probe', '--json', ...loopback], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const reports = jsonLines(stdout);
    expect(reports.map(({ url }) => url)).toEqual([`${web.origin}/wms`, 'no address', `${web.origin}/page`]);
    expect(reports[1]).toMatchObject({ kind: null, reason: { code: 'usage.bad-url' }, requests: 0 });
  });

  it('prints each result before the next URL is entered', async () => {
    const child = spawn(process.execPath, [commandFile, 'probe', '--json', ...loopback], { stdio: 'pipe' });
    child.stdin.write(`${web.origin}/wms\n`);
    const first = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text))));
    expect(JSON.parse(first)).toMatchObject({ kind: 'wms' });
    child.stdin.end();
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  });

  it('ends quietly when the reader closes the pipe', async () => {
    const running = start(['probe', '--json', ...loopback], { stdin: `${web.origin}/wms\n`.repeat(300) });
    running.child.stdout?.once('data', () => running.child.stdout?.destroy());
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('probe --file', () => {
  it.each([
    ['1.0.0.xml', '1.0.0', 3],
    ['1.1.1.xml', '1.1.1', 3],
    ['1.3.0.xml', '1.3.0', 5],
    ['truncated.xml', '1.3.0', 3],
  ])('reads the saved document %s', async (name, version, layerCount) => {
    const { code, stdout } = await run(['probe', '--json', '--file', fixture(name)]);
    const [report] = jsonLines(stdout);
    expect(code).toBe(0);
    expect(Object.keys(report!)).toEqual(reportFields);
    expect(report).toMatchObject({ kind: 'wms', version, layerCount, requests: 0 });
  });

  it('accepts the original URL, and stdin', async () => {
    const base = ['--base-url', 'https://example.org/wms'];
    const fromFile = await run(['probe', '--json', '--file', fixture('1.1.1.xml'), ...base]);
    const stdin = readFileSync(fixture('1.1.1.xml'), 'utf8');
    const fromStdin = await run(['probe', '--json', '--file', '-', ...base], { stdin });
    expect(jsonLines(fromFile.stdout)[0]).toMatchObject({ url: 'https://example.org/wms', kind: 'wms' });
    expect(fromStdin.stdout).toBe(fromFile.stdout);
  });

  it.each(['exception.xml', 'exception-ows.xml', 'SOURCES.md'])('rejects %s', async (name) => {
    const { code, stdout } = await run(['probe', '--json', '--file', fixture(name)]);
    expect(code).toBe(0);
    expect(jsonLines(stdout)[0]).toMatchObject({ kind: null, reason: { code: 'not-a-resource' }, requests: 0 });
  });
});

describe('probe exits with', () => {
  const file = fixture('1.1.1.xml');
  const cases: [number, string, readonly string[], RegExp][] = [
    [4, 'nothing listens there', [closedUrl, ...loopback], /fetch\.connect/],
    [4, 'the name does not exist', [namelessUrl, ...loopback], /fetch\.dns/],
    [8, 'the address is not public', [closedUrl], /policy\.private-address.*--allow-private/s],
    [2, 'it is not an address', ['nonsense', ...loopback], /"nonsense" isn't a web address/],
    [2, 'the scheme is not for the web', ['ftp://example.org/', ...loopback], /usage\.bad-url/],
    [2, 'there is no such kind', ['--kinds', 'wmx', closedUrl], /Unknown kind "wmx".*Known: .*wms/s],
    [2, 'the pause is negative', ['--delay', '-5', closedUrl], /non-negative integer/],
    [2, 'the rule is none', ['--resolve', 'nowhere', closedUrl], /resolve rule "nowhere"/],
    [2, 'the proxy is none', ['--proxy', 'nowhere', closedUrl], /proxy/],
    [2, 'the saved file is missing', ['--file', '/no/such/file.xml'], /Cannot read \/no\/such\/file\.xml/],
    [2, 'both a file and an address are given', ['--file', file, closedUrl], /--file/],
    [2, 'the base is not an address', ['--file', file, '--base-url', 'garbage'], /"garbage" isn't a web address/],
    [
      3,
      'nothing is recognized and that matters',
      ['--fail-empty', '--file', fixture('exception.xml')],
      /not-a-resource/,
    ],
  ];
  it.each(cases)('%i when %s', async (expected, _why, parameters, words) => {
    const { code, stdout, stderr } = await run(['probe', ...parameters]);
    expect(stdout + stderr).toMatch(words);
    expect(code).toBe(expected);
    expect(stderr).not.toContain('bug in geotrawl');
  });

  it('2 if every line of stdin is invalid', async () => {
    expect((await run(['probe', '--json'], { stdin: 'no address\nneither\n' })).code).toBe(2);
  });

  it('0 without output for an empty list', async () => {
    expect(await run(['probe', '--json'], { stdin: '' })).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

describe('probe on a terminal', () => {
  it('describes in a few lines without escape codes, and shows no secrets', async () => {
    const address = `http://reader:secret@127.0.0.1:${web.port}/wms?token=hidden`;
    const { code, stdout } = await run(['probe', address, ...loopback]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^WMS 1\.3\.0 {2}Rivers\n/);
    expect(stdout).toContain('contents  1 layer: layer\n');
    expect(stdout).not.toMatch(/\u001b|secret|hidden/);
  });
});
