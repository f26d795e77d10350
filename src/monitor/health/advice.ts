// Advice for publishers: one sentence for every reason, check and missing metadata element.
import type { MetadataItem } from '../../describe/metadata-parts.ts';
import type { CorrectnessItem, ReasonCode } from '../../model/monitoring.ts';

export const reasonAdvice: Readonly<Record<ReasonCode, string>> = {
  'host-unknown':
    'Renew the domain or its DNS entry, or redirect from the old name to the new one while you still have it.',
  'dns-failed': 'Check the name servers of the domain; the name exists, but asking for its address failed.',
  'no-connection': 'Start the web server, and check that its port is open to the public in firewall and proxy.',
  'broken-off': 'Look into the log of the web server at the time of the request: it dropped the connection.',
  'too-slow': 'Find what makes the request slow (indexes, overviews, tiling, a cache) or give the server more room.',
  'tls-expired': 'Renew the certificate and let it renew itself (ACME).',
  'tls-invalid':
    'Install a certificate for this name from a trusted authority, with its whole chain, and TLS 1.2 or later.',
  'redirect-astray': 'Let the redirect lead straight to the service, with its whole query.',
  'bad-http': 'Check what stands in front of the service: the answer is not HTTP as the standard has it.',
  status: 'Look into the log of the service: it refused a request its own description allows.',
  'not-found': 'Bring the service back to this address, or redirect from here to where it went.',
  gone: 'Nothing, if it is meant to be gone. Otherwise take the 410 away, or redirect to where it went.',
  'server-error': 'Look into the log of the service at the time of the request.',
  overloaded: 'Give the service more room, or say in robots.txt how often it may be asked (Crawl-delay).',
  'asks-for-login': 'Nothing, if it is meant to be closed. Otherwise let everyone read it.',
  forbidden: 'Nothing, if it is meant to be closed. Otherwise look for rules by address, country or user agent.',
  exception: 'The message is the service’s own: mostly data, styles or a database connection it cannot open.',
  'error-picture': 'Open the request in a browser: the message is drawn on the picture. Answer errors as XML as well.',
  'blank-picture': 'Check data source, extent and scale limits of the layer: nothing was drawn anywhere we asked.',
  'broken-picture': 'The picture does not open: check the output format and what stands in front of the service.',
  'wrong-type': 'Answer with what was asked for, and with its media type.',
  empty: 'The answer had no content: look into the log of the service at the time of the request.',
  'no-content': 'Check the data source of the dataset: it has no feature to give.',
  'cut-short': 'The answer broke off: look for limits of time or size in the service or the proxy before it.',
  malformed: 'The answer cannot be read: check templates, encodings and special characters in titles.',
  'another-service': 'Something else answers at this address: bring the service back, or redirect to where it went.',
  'dataset-not-served': 'Repair the datasets named, or take them out of the description.',
  robots: 'Nothing, if it is meant so. Otherwise allow the path in robots.txt.',
  'opted-out': 'Nothing: it is not checked at your wish.',
  'not-asked': 'Nothing: we could not ask.',
};

export const correctnessAdvice: Readonly<Record<CorrectnessItem, readonly [what: string, fix: string]>> = {
  status: ['answer with a status of success', 'Answer good requests with status 200.'],
  mediaType: ['declare the media type of what it sends', 'Set Content-Type to what the answer is.'],
  parses: ['send what can be read', 'Check the answer with a validator of its format.'],
  noException: ['send no error in the guise of success', 'Answer errors with a status of 400 or more.'],
  version: ['answer in the version it advertises', 'Keep the versions you advertise working.'],
  operation: ['do what it is there for', 'See the reason and the request below.'],
  extentAndCrs: [
    'declare a valid extent and coordinate systems',
    'Give every layer an extent in degrees and its systems.',
  ],
  tls: ['have a valid certificate', 'Renew the certificate, with its whole chain.'],
  address: [
    'name itself by the address it is reached at',
    'Set the online resource to the public https address (behind a proxy: its forwarded host).',
  ],
};

export const metadataAdvice: Readonly<Record<MetadataItem, readonly [what: string, fix: string]>> = {
  title: ['have a title that says something', 'Name what it shows and where, instead of the software’s default.'],
  abstract: ['have an abstract of 50 characters or more', 'Say in a few sentences what it holds, from when, for whom.'],
  keywords: ['have keywords', 'Add the words people search by.'],
  contact: ['name a contact', 'Give an e-mail address or a page of whoever answers questions.'],
  terms: ['say under which terms it may be used', 'Name a license, best with its address; or fees and constraints.'],
  layerTitles: ['have a title for every layer', 'Give each layer a title for people beside its name for machines.'],
  extents: ['say where it lies', 'Give the extent of the whole and of each layer.'],
  language: ['be written in a language that can be told', 'Write title and abstract as sentences.'],
};
