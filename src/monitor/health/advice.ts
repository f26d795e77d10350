// Advice for publishers: one sentence for every reason, check and missing metadata element.
import type { MetadataItem } from '../../describe/metadata-parts.ts';
import type { CorrectnessItem, ReasonCode } from '../../model/monitoring.ts';

export const reasonAdvice: Readonly<Record<ReasonCode, string>> = {
  'host-unknown':
    'Renew the domain or fix its DNS record. If the service moved, redirect from the old name while you still own it.',
  'dns-failed': 'Check the name servers of the domain: the name exists, but looking up its address failed.',
  'no-connection': 'Start the web server and check that firewall and proxy let the public reach its port.',
  'broken-off': 'Check the web server log at the time of the request: the server dropped the connection.',
  'too-slow': 'Find what makes the request slow (indexes, overviews, tiling, a cache) or add server capacity.',
  'tls-expired': 'Renew the certificate, and automate renewals (ACME).',
  'tls-invalid':
    'Install a certificate for this name from a trusted authority with its full chain, and enable TLS 1.2 or later.',
  'redirect-astray': 'Redirect directly to the service, and keep the query string.',
  'bad-http': 'Check the proxy or load balancer in front of the service: the response violates HTTP.',
  status: 'Check the service log: it refused a request that its own description allows.',
  'not-found': 'Restore the service at this URL, or redirect to its new one.',
  gone: 'Nothing if this is intended. Otherwise remove the 410, or redirect to the new URL.',
  'server-error': 'Check the service log at the time of the request.',
  overloaded: 'Add capacity, or limit the request rate in robots.txt (Crawl-delay).',
  'asks-for-login': 'Nothing if access is restricted on purpose. Otherwise allow anonymous access.',
  forbidden: 'Nothing if access is restricted on purpose. Otherwise look for rules by address, country or user agent.',
  exception: 'The message comes from the service: usually data, styles or a database connection it cannot open.',
  'error-picture': 'Open the request in a browser: the message is drawn in the image. Return errors as XML as well.',
  'blank-picture': 'Check the data source, extent and scale limits of the layer: all requested images were empty.',
  'broken-picture': 'The image cannot be decoded: check the output format and any proxy in front of the service.',
  'wrong-type': 'Return the requested content with its media type.',
  empty: 'The response was empty: check the service log at the time of the request.',
  'no-content': 'Check the data source of the dataset: it returned no features.',
  'cut-short': 'The response was cut off: look for time or size limits in the service or its proxy.',
  malformed: 'The response cannot be parsed: check templates, encodings and special characters in titles.',
  'another-service': 'Another service responds at this URL: restore the original one, or redirect to its new URL.',
  'dataset-not-served': 'Fix the datasets named, or remove them from the description.',
  robots: 'Nothing if this is intended. Otherwise allow the path in robots.txt.',
  'opted-out': 'Nothing: checks are off at your request.',
  'not-asked': 'Nothing: no request was made.',
};

export const correctnessAdvice: Readonly<Record<CorrectnessItem, readonly [what: string, fix: string]>> = {
  status: ['respond with a success status', 'Respond to valid requests with status 200.'],
  mediaType: ['declare the media type of its content', 'Set Content-Type to the format of the response.'],
  parses: ['send a response that can be parsed', 'Check the response with a validator for its format.'],
  noException: ['not report errors with a success status', 'Respond to errors with a status of 400 or more.'],
  version: ['respond in the version it advertises', 'Keep the advertised versions working.'],
  operation: ['perform its main operation', 'See the reason and the request below.'],
  extentAndCrs: [
    'declare a valid extent and coordinate systems',
    'Give every layer an extent in degrees and its coordinate systems.',
  ],
  tls: ['have a valid certificate', 'Renew the certificate, with its full chain.'],
  address: [
    'advertise the URL it is reached at',
    'Set the online resource to the public https URL (behind a proxy: the forwarded host).',
  ],
};

export const metadataAdvice: Readonly<Record<MetadataItem, readonly [what: string, fix: string]>> = {
  title: ['have a meaningful title', 'Name the content and the area instead of the software’s default.'],
  abstract: [
    'have an abstract of 50 characters or more',
    'Describe in a few sentences what it contains, from when, and for whom.',
  ],
  keywords: ['have keywords', 'Add the words people search for.'],
  contact: ['name a contact', 'Give an e-mail address or a contact page for questions.'],
  terms: ['state its terms of use', 'Name a license, ideally with its URL, or fees and constraints.'],
  layerTitles: ['have a title for every layer', 'Give each layer a readable title besides its name.'],
  extents: ['declare its extent', 'Give the extent of the service and of each layer.'],
  language: ['be written in a recognizable language', 'Write title and abstract as sentences.'],
};
