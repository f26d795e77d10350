// Components of a WSDL: each text in its component, each name once, standard types omitted.
import { expect, it } from 'vitest';
import { fixtureDocument } from '../../../test/kind-fixture.ts';
import { wsdlComponents } from './wsdl-components.ts';
import { readWsdl } from './wsdl-reader.ts';

it('separates names by component', () => {
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

it('has empty texts for missing components', () => {
  const empty = readWsdl(fixtureDocument('wsdl', '2.0.wsdl', 'https://wsdl.example.org/2.0.wsdl'));
  expect(wsdlComponents({ ...empty, portTypes: [], messages: [] })).toMatchObject({
    portType: '',
    message: '',
    part: '',
  });
});
