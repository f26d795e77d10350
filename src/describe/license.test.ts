// License, fees and constraints as written in practice (edge case 91); doubt never means open.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLicense } from './license.ts';

const terms = (accessConstraints: string | null, fees: string | null = null) =>
  readLicense({ accessConstraints, fees });

describe('the license', () => {
  it.each([
    ['CC-BY-4.0', 'CC-BY-4.0'],
    ['CC BY 4.0 International', 'CC-BY-4.0'],
    ['cc-by', 'CC-BY'],
    ['CC_BY_SA_3_0', 'CC-BY-SA-3.0'],
    ['https://creativecommons.org/licenses/by-sa/4.0/deed.de', 'CC-BY-SA-4.0'],
    ['Licensed under a Creative Commons Attribution 3.0 License.', 'CC-BY-3.0'],
    ['Creative Commons Namensnennung - Weitergabe unter gleichen Bedingungen 4.0', 'CC-BY-SA-4.0'],
    ['http://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    ['cc-zero', 'CC0-1.0'],
    ['https://creativecommons.org/publicdomain/mark/1.0/', 'CC-PDM-1.0'],
    ['ODbL-1.0', 'ODbL-1.0'],
    ['Open Database License (ODbL)', 'ODbL-1.0'],
    ['http://opendatacommons.org/licenses/pddl/1.0/', 'PDDL-1.0'],
    ['odc-by', 'ODC-By-1.0'],
    ['Datenlizenz Deutschland – Namensnennung – Version 2.0', 'DL-DE-BY-2.0'],
    ['dl-de/by-2-0', 'DL-DE-BY-2.0'],
    ['http://dcat-ap.de/def/licenses/dl-zero-de/2.0', 'DL-DE-ZERO-2.0'],
    ['Licence Ouverte v2.0 (Etalab)', 'etalab-2.0'],
    ['Licence Ouverte / Open Licence', 'etalab'],
    ['lov2', 'etalab-2.0'],
    ['http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/', 'OGL-UK-3.0'],
    ['Open Government Licence - Canada', 'OGL-Canada'],
    ['Open Government Licence', 'OGL'],
    ['Italian Open Data License v2.0', 'IODL-2.0'],
    ['Norsk lisens for offentlige data (NLOD) 2.0', 'NLOD'],
    ['http://www.usa.gov/publicdomain/label/1.0/', 'US-PD'],
    ['This work is in the public domain.', 'public-domain'],
  ])('%s is %s and open', (text, id) => {
    expect(terms(text)).toMatchObject({ id, open: true });
  });

  it.each([
    ['CC BY-NC 4.0', 'CC-BY-NC-4.0'],
    ['https://creativecommons.org/licenses/by-nc-nd/4.0', 'CC-BY-NC-ND-4.0'],
    ['Creative Commons Attribution-NonCommercial-ShareAlike 3.0', 'CC-BY-NC-SA-3.0'],
    ['Datenlizenz Deutschland Namensnennung nicht-kommerziell 1.0', 'DL-DE-BY-NC-1.0'],
  ])('%s is %s and not open', (text, id) => {
    expect(terms(text)).toMatchObject({ id, open: false });
  });

  it('is found in the field for fees, with its URL', () => {
    expect(terms(null, 'see https://www.govdata.de/dl-de/by-2-0.')).toMatchObject({
      id: 'DL-DE-BY-2.0',
      url: 'https://www.govdata.de/dl-de/by-2-0',
      open: true,
    });
  });

  it('has a URL even without a name', () => {
    const expected = { id: null, url: 'https://geo.example/terms.pdf', open: null };
    expect(terms('Terms of use: <a href="https://geo.example/terms.pdf">here</a>')).toMatchObject(expected);
  });

  it.each([
    'This data is not licensed under CC BY 4.0.',
    'CC BY 4.0, but internal use only',
    'Base map CC BY-SA 3.0, overlays all rights reserved',
    'CC BY 4.0 or CC BY-NC 4.0',
    'Everything except the public domain parts is ours',
  ])('claims no openness on doubt: %s', (text) => {
    expect(terms(text)?.open ?? null).toBeNull();
  });

  it.each([
    'none',
    'NONE',
    'Open to the public',
    'no conditions apply',
    'proprietary',
    'other',
    'Copyright 2020 A. Office',
  ])("%j alone isn't an open license", (text) => {
    expect(terms(text, 'none')?.open ?? null).toBeNull();
  });

  it.each(['All rights reserved', 'for non-commercial use only', 'Authorized users only', 'Alle Rechte vorbehalten'])(
    'takes %j for a constraint that excludes openness',
    (text) => {
      expect(terms(text)).toMatchObject({ id: null, open: false, constraints: 'some' });
    },
  );
});

describe('fees', () => {
  const spellings = `none|NONE|None|no fees|No Fee|no charge|free|Free of charge|at no cost|0|no conditions apply|
    keine|Keine|KEINE|kostenlos|Kostenfrei|gebührenfrei|geldleistungsfrei|Der Dienst ist kostenlos.|ohne Gebühren sind keine|
    aucun|Aucune|néant|gratuit|Gratuite|sans frais|ninguno|Ninguna|gratuito|sin coste|sin costo|nenhum|sem custos|
    nessuno|Nessuna|gratis|geen|Geen kosten|kosteloos|ingen|inga|kostnadsfritt|vederlagsfrit|ei maksuja|ilmainen|maksuton|
    brak|bezpłatnie|Bez opłat|žádné|zdarma|zadarmo|nincs|ingyenes|nema|besplatno|nemokamai|tasuta|нет|бесплатно|безкоштовно|
    δωρεάν|yok|ücretsiz|无|免费|無料|なし|없음|무료`
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== 'ohne Gebühren sind keine');

  it(`knows ${spellings.length} spellings of "no fees"`, () => {
    const missed = spellings.filter((text) => terms(null, text)?.fees !== 'none');
    expect(spellings.length).toBeGreaterThanOrEqual(55);
    expect(missed).toEqual([]);
  });

  it.each(['9.50 € per sheet', 'EUR 130', 'kostenpflichtig', 'geldleistungspflichtig', 'USD 20', '1.000,00 EUR'])(
    'knows that %j costs money',
    (text) => {
      expect(terms(null, text)?.fees).toBe('some');
    },
  );

  it.each(['conditions unknown', 'see contract', 'not free', 'free for research', '0,00 €', 'yes', '{{ fees }}'])(
    'leaves %j open',
    (text) => {
      expect(terms(null, text)?.fees ?? null).toBeNull();
    },
  );
});

describe('constraints', () => {
  it.each([
    ['none', 'none'],
    ['no conditions apply; no limitations', 'none'],
    ['Keine Einschränkungen', 'none'],
    ['http://inspire.ec.europa.eu/metadata-codelist/LimitationsOnPublicAccess/noLimitations', 'none'],
    ['no limitations; the terms of the Office apply', null],
    ['Contract with FMI is required for any kind of use.', 'some'],
  ])('%s: %s', (text, constraints) => {
    expect(terms(text)?.constraints ?? null).toBe(constraints);
  });
});

it('returns null without a statement', () => {
  expect(terms(null)).toBeNull();
  expect(terms('  ', '')).toBeNull();
});

it('never throws on any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void terms(text, text)));
});

it('stays fast on hostile text', () => {
  for (const piece of ['cc by ', 'creative commons ', '0', ' not', 'http://', '9.', '; ', 'dl de '])
    terms(piece.repeat(50_000), piece.repeat(50_000));
});
