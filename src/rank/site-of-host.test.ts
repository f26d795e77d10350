import { expect, test } from 'vitest';
import { siteOfHost } from './site-of-host.ts';

test.each([
  ['www.example.org', 'example.org'],
  ['gis.example.org:8080', 'example.org'],
  ['example.org', 'example.org'],
  ['example.co.uk', 'example.co.uk'],
  ['maps.example.co.uk', 'example.co.uk'],
  ['www.cs.example.edu', 'cs.example.edu'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['[::1]:8080', '[::1]'],
  ['[::1]', '[::1]'],
  ['localhost', 'localhost'],
])('%s belongs to %s', (host, site) => {
  expect(siteOfHost(host)).toBe(site);
});
