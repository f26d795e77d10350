// Components of a WSDL: each text in its place, each name once, types of the standards left out.
import { expect, it } from 'vitest';
import { fixtureDocument } from '../../../test/kind-fixture.ts';
import { wsdlComponents } from './wsdl-components.ts';
import { readWsdl } from './wsdl-reader.ts';

it('tells names apart by where they stand', () => {
  const reading = readWsdl(fixtureDocument('wsdl', '1.1.wsdl', 'https://wsdl.example.org/1.1.wsdl'));
  const components = wsdlComponents(reading);
  expect(components.service).toBe('TideTables');
  expect(components.portType).toBe('TideTablesSoap TideTablesHttpGet');
  expect(components.operation).toBe('GetHighWater ListHarbors');
  expect(components.message).toContain('ListHarborsGetIn');
  expect(components.part.split(' ')).toEqual(expect.arrayContaining(['coast', 'limit']));
  expect(components.type.split(' ')).toEqual(expect.arrayContaining(['GetHighWater', 'harbor', 'meters']));
  expect(components.type.split(' ')).not.toContain('string');
  expect(components.documentation).toContain('Times and heights of tides.');
});

it('has empty texts for what a document does not have', () => {
  const empty = readWsdl(fixtureDocument('wsdl', '2.0.wsdl', 'https://wsdl.example.org/2.0.wsdl'));
  expect(wsdlComponents({ ...empty, portTypes: [], messages: [] })).toMatchObject({
    portType: '',
    message: '',
    part: '',
  });
});
