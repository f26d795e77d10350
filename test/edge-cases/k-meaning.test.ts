// Edge cases 89 to 98: the meaning of texts, and hosts with many services.
import { afterEach, describe, expect, it } from 'vitest';
import { topicReader } from '../../src/classify/topic-reader.ts';
import type { OpenCatalog } from '../../src/open-catalog.ts';
import { linksTo, wms } from '../e2e/small-web.ts';
import { closeWebs, crawlAll, serve } from './probing.ts';
import { read } from './reading.ts';

const url = 'http://found.example.net/wms';
const nowhere = { endpoint: '', provenance: null };

afterEach(closeWebs);

function service(inside: string, layer = '<Layer><Name>roads</Name><Title>Roads</Title></Layer>'): string {
  return `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service>${inside}</Service>
    <Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layer}</Capability></WMS_Capabilities>`;
}

describe('89. Default texts of the software', () => {
  const titled = (title: string) => `<Title>${title}</Title>`;
  const layer = (name: string, title: string) => `<Layer><Name>${name}</Name><Title>${title}</Title></Layer>`;
  const contact = (name: string) =>
    `<ContactInformation><ContactPersonPrimary><ContactOrganization>${name}</ContactOrganization></ContactPersonPrimary></ContactInformation>`;
  it.each([
    ['a title', service(titled('WMS')), 'title.placeholder'],
    ['a title', service(titled('Untitled')), 'title.placeholder'],
    ['a title', service(titled('GeoServer Web Map Service')), 'title.placeholder'],
    ['a title', service(titled('This is an OGC Compliant WFS')), 'title.placeholder'],
    [
      'an abstract',
      service(
        `${titled('Roads of Sample')}<Abstract>A compliant implementation of WMS plus most of the SLD extension.</Abstract>`,
      ),
      'abstract.placeholder',
    ],
    ['a layer', service(titled('Roads of Sample'), layer('0', '0')), 'layer.placeholder'],
    ['a layer', service(titled('Roads of Sample'), layer('1', '1')), 'layer.placeholder'],
    ['a contact', service(titled('Roads of Sample') + contact('The Ancient Geographers')), 'provider.placeholder'],
  ])('%s', (_what, text, code) => {
    const { codes, description } = read(text, url);
    expect(codes).toContain(code);
    // Reported, but the record keeps the text.
    expect(description.layerCount).toBe(1);
  });

  it('accepts real titles and contacts', () => {
    const { codes } = read(service(titled('Roads of Sample County') + contact('Sample County Surveyor')), url);
    expect(codes.filter((code) => code.endsWith('.placeholder'))).toEqual([]);
  });
});

describe('90. Languages mixed in one field, a title only in the abstract', () => {
  it('is found by words of each language', async () => {
    const abstract = 'Straßen und Wege der Stadt / Roads and paths of the city / Rues et chemins';
    const web = await serve((path) => (path.startsWith('/wms') ? wms({ title: '', abstract }) : null));
    const abstractsFor = async (catalog: OpenCatalog, words: string) =>
      (await catalog.search({ words })).items.map(({ resource }) => resource.abstract);
    const { found } = await crawlAll([`${web.origin}/wms`], {}, async (catalog) => {
      for (const words of ['Straßen', 'strassen', 'roads', 'chemins'])
        expect([words, await abstractsFor(catalog, words)]).toEqual([words, [abstract]]);
    });
    expect(found).toMatchObject([{ kind: 'wms', abstract }]);
    expect(found[0]?.problems.map(({ code }) => code)).toContain('wms.title-missing');
  });
});

describe('89. Default texts have no topic or language', () => {
  it('are ignored by the topic reader', () => {
    const title = '<Title>GeoServer Web Map Service</Title>';
    const abstract = '<Abstract>A compliant implementation of WMS plus most of the SLD extension: forests.</Abstract>';
    const layer = '<Layer><Name>0</Name><Title>0</Title></Layer>';
    const { description } = read(service(title + abstract, layer), url);
    expect(topicReader.read(description, nowhere)).toMatchObject({ topics: [], languages: [] });
  });
});

describe('90. Languages mixed in one field are detected', () => {
  it('each by its words, with their common topic', () => {
    const abstract = 'Straßen und Wege der Stadt / Roads and paths of the city / Rues et chemins de la ville';
    const { description } = read(service(`<Title/><Abstract>${abstract}</Abstract>`, '<Layer><Title/></Layer>'), url);
    const { topics, languages } = topicReader.read(description, nowhere);
    expect(languages.toSorted()).toEqual(['de', 'en', 'fr']);
    const road = topics.find(({ id }) => id === 'concept:road');
    expect(road?.words).toEqual(expect.arrayContaining(['strassen', 'roads', 'rues']));
  });
});

describe('92. Negated topics', () => {
  it.each([
    ['Alle Straßen. Wälder sind nicht enthalten.', 'concept:forest'],
    ['All roads except motorways.', 'concept:motorway'],
    ['Roads, no water.', 'concept:inland-water'],
    ['Toutes les routes, sans les forêts.', 'concept:forest'],
    ['Todas las carreteras, sin ríos.', 'concept:river'],
  ])('%s', (abstract, absent) => {
    const { description } = read(service(`<Title>Map</Title><Abstract>${abstract}</Abstract>`), url);
    const ids = topicReader.read(description, nowhere).topics.map(({ id }) => id);
    expect(ids).toContain('concept:road');
    expect(ids).not.toContain(absent);
  });
});

describe('91. Fees and licenses as free text', () => {
  const terms = (fees: string, constraints: string) =>
    read(service(`<Title>Roads</Title><Fees>${fees}</Fees><AccessConstraints>${constraints}</AccessConstraints>`), url)
      .description;
  it.each([
    'none',
    'NONE',
    'None.',
    'keine',
    'Keine',
    'no fees',
    'No Fee',
    'free',
    'free of charge',
    'gratuit',
    'kostenfrei',
    'kostenlos',
    'gebührenfrei',
    'aucun',
    'ninguno',
    'nessuno',
    'geen',
    'ingen',
    '0',
  ])('fees “%s” are none', (fees) => {
    const description = terms(fees, '');
    expect(description.license?.fees).toBe('none');
    expect(description.fees).toBe(fees);
  });

  it.each(['12 EUR', 'Gebührenpflichtig', 'fees apply'])('fees “%s” are some', (fees) => {
    expect(terms(fees, '').license?.fees).toBe('some');
  });

  it.each([
    ['https://creativecommons.org/licenses/by/4.0/', '', 'CC-BY-4.0', true],
    ['', 'http://www.opendefinition.org/licenses/odc-odbl', 'ODbL-1.0', true],
    [
      'none',
      'Datenlizenz Deutschland – Namensnennung – Version 2.0, https://www.govdata.de/dl-de/by-2-0',
      'DL-DE-BY-2.0',
      true,
    ],
    ['', 'CC BY-NC 4.0', 'CC-BY-NC-4.0', false],
  ])('fees “%s” and constraints “%s” name %s', (fees, constraints, id, open) => {
    expect(terms(fees, constraints).license).toMatchObject({ id, open });
  });

  it('keeps texts that cannot be interpreted', () => {
    const description = terms('siehe Preisliste', 'ask Mr. Smith');
    expect(description).toMatchObject({ fees: 'siehe Preisliste', accessConstraints: 'ask Mr. Smith' });
    expect([description.license?.fees ?? null, description.license?.id ?? null]).toEqual([null, null]);
  });
});

describe('94. One server with thousands of services', () => {
  const many = Array.from({ length: 300 }, (_, index) => `/ows/${index}/wms`);

  it('gives up on a series of dead URLs', async () => {
    const web = await serve((path) => {
      if (path === '/') return linksTo(...many);
      return path.startsWith('/ows/') ? { status: 404, body: 'gone' } : null;
    });
    const { events } = await crawlAll([`${web.origin}/`], { 'crawl.urlsPerSeries': 50 });
    // Each of the fifty is requested as a service and again as a page.
    expect(web.requestedPages().filter((path) => path.startsWith('/ows/')).length).toBeLessThanOrEqual(100);
    const last = events.at(-1);
    expect(last?.type === 'done' ? last.refused['policy.trap'] : 0).toBeGreaterThanOrEqual(250);
  });

  it('does not delay other servers', async () => {
    const respond = (path: string) => (path.startsWith('/ows/') ? wms({ title: `Map ${path}` }) : null);
    const large = await serve((path) => (path === '/' ? linksTo(...many) : respond(path)));
    const small = await serve((path) => (path === '/' ? linksTo('/ows/one/wms') : respond(path)), '127.0.0.2');
    const { found } = await crawlAll([`${large.origin}/`, `${small.origin}/`]);
    const at = found.findIndex(({ endpoint }) => endpoint.startsWith(small.origin));
    expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBeLessThan(150);
    expect(found.length).toBeGreaterThan(100);
  });
});
