// Placeholder texts of the software are distinguished from texts about the content.
import { describe, expect, it } from 'vitest';
import { isPlaceholderAbstract, isPlaceholderProvider, isPlaceholderTitle } from './placeholder.ts';
import { isDemoLayer } from './sample-layers.ts';

describe('isPlaceholderTitle', () => {
  it.each([
    ...[
      'WMS',
      'GeoServer Web Map Service',
      'This is an OGC compliant WFS',
      'Untitled',
      'untitled layer',
      'ArcGIS Server',
    ],
    ...[
      'QGIS TestProject',
      'My GeoServer WMS',
      'MapServer WMS',
      'WMSServer',
      '',
      '???',
      '0',
      '1',
      'Layer 12',
      'Title',
      'test',
    ],
    ...[
      'ohne Titel',
      'Sans titre',
      'Sin título',
      '無題',
      '{{ metadata.heading }}',
      '$'.concat('{title}'),
      'Web Map Tile Service - GeoServer',
    ],
    ...[
      'Prototype GeoServer WPS',
      'GeoServer Catalogue Services',
      'Web Map Tile Service - GeoWebCache',
      'GeoNetwork opensource portal to spatial data and information',
      'MapProxy WMS Proxy',
      'PyWPS Processing Service',
      'Web Processing Service',
      '52N SOS',
      '52°North Sensor Observation Service',
      'istSOS Server',
      'Mapbender WMS',
      'pygeoapi default instance',
      'pycsw OGC CSW server instance',
      'THREDDS Data Server',
      'My ncWMS server',
      'stac-fastapi',
      'OpenAPI definition',
    ],
  ])('%j is one', (title) => {
    expect(isPlaceholderTitle(title)).toBe(true);
  });

  it.each([
    ...[
      'Forest WMS',
      'Web Map Service of Bavaria',
      'Land cover 2018',
      '土地覆盖',
      '2018',
      'Title register',
      'Testudo hermanni',
    ],
    ...['Serverless rivers', 'Ohne Wald', 'NASA GIBS'],
    ...['Observations', 'Zoo', 'North', 'Food processing', 'Open Data Portal', 'Development plans', 'Sensor network'],
    ...['Rivers – MapProxy WMS Proxy', 'Portal to spatial data and information of Bavaria'],
  ])('%j is a title', (title) => {
    expect(isPlaceholderTitle(title)).toBe(false);
  });
});

describe('isPlaceholderAbstract', () => {
  it.each([
    'A compliant implementation of WMS plus most of the SLD extension (dynamic styling).',
    'This is the reference implementation of WFS 1.0.0 and WFS 1.1.0, supports all WFS operations',
    'This is a description of your Web Map Server.',
    'pycsw is an OARec and OGC CSW server implementation written in Python',
    'Lorem ipsum dolor sit amet',
    '{{ abstract }}',
    'Abstract',
  ])('%j is one', (abstract) => {
    expect(isPlaceholderAbstract(abstract)).toBe(true);
  });

  it.each(['', 'Rivers and lakes', 'This is the map of Bavaria', 'A compliant map of noise'])(
    'leaves %j',
    (abstract) => {
      expect(isPlaceholderAbstract(abstract)).toBe(false);
    },
  );
});

describe('isPlaceholderProvider', () => {
  const provider = (organization: string | null, person: string | null = null, email: string | null = null) => ({
    organization,
    person,
    email,
    url: null,
  });

  it.each([
    provider('The Ancient Geographers', 'Claudius Ptolomaeus', 'claudius.ptolomaeus@mercury.olympus.gov'),
    provider('The ancient geographes INC'),
    provider('Organization Name', 'Lastname, Firstname', 'you@example.org'),
    provider(null, null, 'admin@example.com'),
  ])('%o is one', (one) => {
    expect(isPlaceholderProvider(one)).toBe(true);
  });

  it.each([provider('Office of Maps', 'Jo Doe', 'jo@office.gov'), provider('Example Town', null, 'maps@example.org')])(
    'leaves %o',
    (one) => {
      expect(isPlaceholderProvider(one)).toBe(false);
    },
  );
});

describe('isDemoLayer', () => {
  it.each([
    ['topp:states', 'USA Population'],
    ['topp:tasmania_roads', 'anything'],
    ['tiger:poi', 'Manhattan (NY) points of interest'],
    ['nurc:Arc_Sample', 'A sample ArcGrid file'],
    ['sf:streams', 'Spearfish streams'],
    ['ne:countries', 'Countries'],
    ['states', 'USA Population'],
    ['tiger-ny', 'tiger-ny'],
    ['spearfish', 'Spearfish'],
  ])('recognizes %s "%s"', (name, title) => {
    expect(isDemoLayer({ name, title })).toBe(true);
  });

  it.each([
    ['states', 'States of Brazil'],
    ['sf:parcels', 'Parcels of San Francisco'],
    ['topp:rivers', 'Rivers'],
    ['roads', 'Roads'],
    [null, 'Tasmania'],
  ])('ignores %s "%s"', (name, title) => {
    expect(isDemoLayer({ name, title })).toBe(false);
  });
});
