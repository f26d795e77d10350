import { expect, it } from 'vitest';
import { readPortals } from './portal-registry.ts';

it('reads quoted fields, other names of columns, and software that only the address shows', () => {
  const portals = readPortals(
    '\ufeffName,Link,Software\r\n"A, ""the"" one",https://a.example/thredds/catalog.html,\r\nB,https://b.example/,CKAN\r\n',
  );
  expect(portals?.seeds).toEqual(['https://a.example/thredds/catalog.html', 'https://b.example/']);
  expect(portals?.guesses).toEqual([
    'https://a.example/thredds/catalog.xml',
    'https://a.example/thredds/catalog/catalog.xml',
    'https://b.example/api/3/action/package_search',
    'https://b.example/data.json',
  ]);
});

it('asks a host at most four places, however many portals are on it', () => {
  const rows = ['geoserver', 'geonetwork', 'ckan', 'thredds'].map(
    (name, index) => `https://a.example/${index}\t${name}`,
  );
  expect(readPortals(`url\tsoftware\n${rows.join('\n')}\n`)?.guesses).toHaveLength(4);
});

it('takes lists of URLs for what they are', () => {
  expect(readPortals('https://a.example/?a=1,2\nhttps://b.example/\n')).toBeNull();
});
