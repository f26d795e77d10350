// A WSDL yields the same component texts from its file and from its record.
import { expect, it } from 'vitest';
import { makeDocument } from '../../base/document/document.ts';
import { identify } from '../../identify/identify.ts';
import { kinds } from '../../kinds/index.ts';
import { textsOfDescription, textsOfDocument } from './category-texts.ts';

const url = 'https://bank.example/rates?wsdl';
const wsdl = `<definitions name="Rates" xmlns="http://schemas.xmlsoap.org/wsdl/">
  <message name="RateRequest"><part name="fromCurrency"/></message>
  <portType name="RatePort"><operation name="getRate"><documentation>Rate of today</documentation></operation></portType>
  <service name="RateService"/>
</definitions>`;

it('splits a WSDL into components, with the same names for its record', () => {
  const bytes = new TextEncoder().encode(wsdl);
  expect(textsOfDocument(url, bytes).texts).toMatchObject({
    service: 'Rates RateService',
    portType: 'RatePort',
    operation: 'getRate',
    message: 'RateRequest',
    part: 'fromCurrency',
    documentation: 'Rate of today',
  });
  const [discovery] = identify(makeDocument({ url, bytes }), kinds);
  expect(textsOfDescription(discovery!.description, 'wsdl').texts).toEqual({
    service: 'RateService',
    operation: 'getRate',
    documentation: 'Rate of today',
  });
});

it('splits a page into title and text, anything else into text', () => {
  const page = new TextEncoder().encode('<html><title>Lakes</title><body><p>Deep water</p></body></html>');
  expect(textsOfDocument('https://a.example/', page).texts).toMatchObject({ title: 'Lakes' });
  expect(textsOfDocument('file:///a.txt', new TextEncoder().encode('river')).texts).toEqual({ text: 'river' });
});
