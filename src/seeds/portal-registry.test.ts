import { expect, it } from 'vitest';
import { readPortals } from './portal-registry.ts';

it('reads quoted fields, alternative column names, and software that only the URL reveals', () => {
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

it('tries at most four URLs per host, however many portals are on it', () => {
  const rows = ['geoserver', 'geonetwork', 'ckan', 'thredds'].map(
    (name, index) => `https://a.example/${index}\t${name}`,
  );
  expect(readPortals(`url\tsoftware\n${rows.join('\n')}\n`)?.guesses).toHaveLength(4);
});

it('does not treat URL lists as registries', () => {
  expect(readPortals('https://a.example/?a=1,2\nhttps://b.example/\n')).toBeNull();
});
