// Messages for saved documents that aren't resources.
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
  expect(messageOf(text)).toBe(`The document is an error returned by a server: ${said}.`);
});

it('suggests --base-url only without a URL, and does not treat plain content as an error', () => {
  const page = '<html><body><h1>Index of /data</h1></body></html>';
  expect(messageOf(page)).toMatch(/isn't a known geospatial resource\. .*--base-url/);
  expect(messageOf(page, 'http://a.example/data/')).toBe("The document isn't a known geospatial resource.");
  expect(messageOf('{"code":"A1","description":"oak","height":3,"age":9}')).toContain(
    "isn't a known geospatial resource",
  );
  expect(messageOf('<a><Exception><ExceptionText>b</ExceptionText></Exception></a>')).toContain(
    "isn't a known geospatial resource",
  );
  expect(messageOf('')).toBe('The document is empty.');
});
