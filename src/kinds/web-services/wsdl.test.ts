// WSDL: its parts, split documents, and unreachable endpoints.
import { expect, it } from 'vitest';
import { claims, fixtureDocument, readKind, textDocument, withParts } from '../../../test/kind-fixture.ts';
import { linkTo } from '../../../test/read-fixture.ts';
import { parameterNames, wsdl } from './wsdl.ts';
import { readWsdl } from './wsdl-reader.ts';

const address = 'https://tides.example.org/services/tides.asmx?wsdl';
const fixture = (name: string, url = `https://wsdl.example.org/${name}`) => fixtureDocument('wsdl', name, url);

it('reads each part of 1.1 separately', () => {
  const reading = readWsdl(fixture('1.1.wsdl'));
  expect(reading.name).toBe('TideTables');
  expect(reading.documentation).toBe('Tides of harbors on the northern coast.');
  expect(reading.services.map(({ name, documentation, ports }) => [name, documentation, ports.length])).toEqual([
    ['TideTables', 'Times and heights of tides.', 3],
  ]);
  expect(reading.portTypes).toEqual(['TideTablesSoap', 'TideTablesHttpGet']);
  expect(reading.operations.map(({ portType, name }) => `${portType}.${name}`)).toEqual([
    'TideTablesSoap.GetHighWater',
    'TideTablesHttpGet.ListHarbors',
    'TideTablesHttpGet.GetHighWater',
  ]);
  expect(reading.operations[0]).toMatchObject({
    documentation: 'Next high water at a harbor.',
    inputs: ['GetHighWaterIn'],
    outputs: ['GetHighWaterOut'],
    faults: ['UnknownHarbor'],
  });
  expect(reading.messages[2]).toEqual({
    name: 'ListHarborsGetIn',
    documentation: 'Where to look.',
    parts: [
      { name: 'coast', type: 'string', documentation: '' },
      { name: 'limit', type: 'int', documentation: '' },
    ],
  });
  expect(reading.declarations.map(({ within, name, type }) => `${within}/${name}:${type}`)).toEqual([
    'null/GetHighWater:',
    'GetHighWater/harbor:string',
    'GetHighWater/day:date',
    'null/GetHighWaterResponse:HighWater',
    'null/HighWater:',
    'HighWater/time:dateTime',
    'HighWater/meters:double',
  ]);
  expect(reading.declarations[1]?.documentation).toBe('Name of the harbor.');
  expect(reading.imports).toEqual([]);
  expect(reading.problems).toEqual([]);
});

it('finds the parameters of operations, in messages or in the schema', () => {
  const first = readWsdl(fixture('1.1.wsdl'));
  expect(first.operations.map(parameterNames(first))).toEqual([
    ['harbor', 'day'],
    ['coast', 'limit'],
    ['harbor', 'day'],
  ]);
  const second = readWsdl(fixture('2.0.wsdl'));
  expect(second.operations.map(parameterNames(second))).toEqual([['longitude', 'latitude'], []]);
});

it('describes a service with each operation once', () => {
  const { identity, description, links, codes } = readKind(wsdl, fixture('1.1.wsdl', address));
  expect(identity).toEqual({ kind: 'wsdl', version: '1.1', endpoint: address });
  expect(description).toMatchObject({
    title: 'TideTables',
    abstract: 'Times and heights of tides. Tides of harbors on the northern coast.',
    layerCount: 2,
    layers: [{ name: 'GetHighWater' }, { name: 'ListHarbors' }],
    formats: ['SOAP 1.1', 'SOAP 1.2', 'HTTP GET'],
    claimedUrl: 'https://tides.example.org/services/tides.asmx',
  });
  expect(description.layers[0]).toMatchObject({
    abstract: 'Next high water at a harbor.',
    keywords: ['harbor', 'day'],
  });
  expect(links).toEqual(['https://tides.example.org/services/tides.asmx', 'http://localhost:8080/services/tides.asmx']);
  expect(codes).toEqual(['api.address-odd']);
});

it('reads 2.0', () => {
  const { identity, description, links, codes } = readKind(wsdl, fixture('2.0.wsdl'));
  expect(identity?.version).toBe('2.0');
  expect(description).toMatchObject({
    title: 'ElevationService',
    abstract: 'Heights above the sea.',
    layers: [{ name: 'HeightAt' }, { name: 'Ping' }],
    formats: ['SOAP 1.2'],
  });
  expect(description.layers[0]).toMatchObject({
    abstract: 'Height of one point.',
    keywords: ['longitude', 'latitude'],
  });
  expect(links).toEqual(['https://heights.example.org/soap', 'https://wsdl.example.org/faults.wsdl']);
  expect(codes).toEqual([]);
});

it('requests the document with the port types, on the same host only', () => {
  const outer = fixture('split-service.wsdl');
  const alone = readKind(wsdl, outer);
  expect(alone.description.layers.map(({ name }) => name)).toEqual(['FindParcel']);
  expect(alone.codes).toEqual(['api.address-odd']);
  const request = wsdl.more?.(outer, alone.identity!);
  expect(request).toEqual({ url: 'https://wsdl.example.org/split-port-types.wsdl' });
  const whole = withParts(outer, fixture('split-port-types.wsdl', request!.url));
  expect(wsdl.more?.(whole, alone.identity!)).toBeNull();
  const { description } = readKind(wsdl, whole);
  expect(description.title).toBe('ParcelFinder');
  expect(description.layers.map(({ name, abstract, keywords }) => [name, abstract, keywords])).toEqual([
    ['FindParcel', 'A parcel by its number.', ['municipality', 'number']],
    ['ListMunicipalities', '', []],
  ]);
  // A part that isn't WSDL adds nothing, and nothing else on the host is left to request.
  const failed = withParts(outer, textDocument('not found', request!.url));
  expect(wsdl.more?.(failed, alone.identity!)).toBeNull();
  expect(readKind(wsdl, failed).description.layers.map(({ name }) => name)).toEqual(['FindParcel']);
});

it('expands no entity, and reads unclosed and truncated documents', () => {
  const odd = readKind(wsdl, fixture('entities.wsdl'));
  expect(odd.description).toMatchObject({
    title: 'OddService',
    abstract: 'Before &file; after',
    layers: [{ name: 'Ask' }],
  });
  expect(odd.codes).toEqual(['xml.malformed', 'xml.entity-declared']);
  const cut = readKind(wsdl, fixture('truncated.wsdl'));
  expect(cut.description.layers.map(({ name }) => name)).toEqual(['GetHighWater', 'ListHarbors']);
  expect(cut.codes).toContain('xml.truncated');
});

it('reports a missing name and missing operations', () => {
  const text = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>';
  expect(readKind(wsdl, textDocument(text, address)).codes).toEqual(['api.title-missing', 'api.empty']);
});

it('claims by root and namespace alone', () => {
  const root = (name: string, namespace: string) => textDocument(`<x:${name} xmlns:x="${namespace}"/>`, address);
  expect(claims(wsdl, root('definitions', 'http://schemas.xmlsoap.org/wsdl/'))).toBe(true);
  expect(claims(wsdl, root('definitions', 'http://www.w3.org/2004/08/wsdl'))).toBe(true);
  expect(claims(wsdl, root('description', 'http://www.w3.org/ns/wsdl'))).toBe(true);
  expect(claims(wsdl, root('description', 'http://schemas.xmlsoap.org/wsdl/'))).toBe(false);
  expect(claims(wsdl, root('definitions', 'http://www.omg.org/spec/BPMN/20100524/MODEL'))).toBe(false);
  expect(claims(wsdl, root('address', 'http://schemas.xmlsoap.org/wsdl/'))).toBe(false);
  expect(claims(wsdl, textDocument('<definitions/>', address))).toBe(false);
});

it.each([
  [0.9, 'http://a.org/tides?WSDL'],
  [0.9, 'http://a.org/tides.svc?singleWsdl'],
  [0.9, 'http://a.org/tides?wsdl=tides.wsdl'],
  [0.9, 'http://a.org/docs/tides.wsdl'],
  [0.7, 'http://a.org/tides.asmx?op=GetHighWater'],
  [0.5, 'http://a.org/tides.svc'],
  [0, 'http://a.org/map.asmx?service=WMS&request=GetCapabilities'],
  [0, 'http://github.com/a/b/blob/main/tides.wsdl'],
  [0, 'http://a.org/services/tides'],
  [0, 'http://a.org/about?topic=wsdl'],
])('suspects with %d: %s', (score, url) => expect(wsdl.suspect(linkTo(url))).toBe(score));

it('requests the WSDL of a service from any of its URLs', () => {
  const first = (url: string) => wsdl.probe(url)[0]?.url;
  expect(first('http://a.org/tides.asmx/GetHighWater?harbor=x')).toBe('http://a.org/tides.asmx?wsdl');
  expect(first('http://a.org/Tides.svc')).toBe('http://a.org/Tides.svc?wsdl');
  expect(first('http://a.org/tides?WSDL#x')).toBe('http://a.org/tides?WSDL');
  expect(first('http://a.org/tides?key=1')).toBe('http://a.org/tides?key=1&wsdl');
});

it('is bounded and fast on very many operations', () => {
  const text = `<definitions name="x" xmlns="http://schemas.xmlsoap.org/wsdl/"><portType>${'<operation name="a"/>'.repeat(200_000)}`;
  const reading = readWsdl(textDocument(text, address));
  expect([reading.operations.length, reading.isCut]).toEqual([50_000, true]);
  expect(readKind(wsdl, textDocument(text, address)).codes).toEqual(['xml.truncated', 'api.partly-read']);
});
