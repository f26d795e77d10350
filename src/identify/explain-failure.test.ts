// What is said of a saved document that is no resource.
import { expect, it } from 'vitest';
import { makeDocument } from '../base/document/document.ts';
import { explainFailureIn } from './explain-failure.ts';

function messageOf(text: string, url = 'file:///tmp/a'): string {
  return explainFailureIn(makeDocument({ url, bytes: Buffer.from(text) })).message;
}

it.each([
  [
    '<ServiceExceptionReport><ServiceException code="X">No such map.</ServiceException></ServiceExceptionReport>',
    'No such map',
  ],
  ['<ServiceExceptionReport><ServiceException code="LayerNotDefined"/></ServiceExceptionReport>', 'LayerNotDefined'],
  [
    '<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Exception exceptionCode="Y"><ows:ExceptionText>Not so</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
    'Not so',
  ],
  ['<Envelope><Body><Fault><faultstring>Down</faultstring></Fault></Body></Envelope>', 'Down'],
  ['<Envelope><Body><Fault><Reason><Text>Down</Text></Reason></Fault></Body></Envelope>', 'Down'],
  [
    '<ARCXML version="1.1"><RESPONSE><ERROR machine="a">[ERR0001] no service</ERROR></RESPONSE></ARCXML>',
    '[ERR0001] no service',
  ],
  ['{"error":{"code":499,"message":"Token Required","details":[]}}', 'Token Required'],
  ['{"code":"NotFound","description":"no such collection"}', 'no such collection'],
  ['{"type":"about:blank","title":"Not Found","status":404,"detail":"no such process"}', 'Not Found: no such process'],
])('names the error in %s', (text, said) => {
  expect(messageOf(text)).toBe(`The document is an error that a server answered with: ${said}.`);
});

it('hints at the address only where none was given, and takes plain content for no error', () => {
  const page = '<html><body><h1>Index of /data</h1></body></html>';
  expect(messageOf(page)).toMatch(/no geospatial resource we know\. .*--base-url/);
  expect(messageOf(page, 'http://a.example/data/')).toBe('The document is no geospatial resource we know.');
  expect(messageOf('{"code":"A1","description":"oak","height":3,"age":9}')).toContain('no geospatial resource');
  expect(messageOf('<a><Exception><ExceptionText>b</ExceptionText></Exception></a>')).toContain(
    'no geospatial resource',
  );
  expect(messageOf('')).toBe('The document is empty.');
});
