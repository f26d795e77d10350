// Well-known public catalogs of maps and geodata, offered for harvesting.

export interface KnownCatalog {
  readonly title: string;
  /** Kind of the catalog. */
  readonly kind: string;
  readonly url: string;
  /** ISO 3166 code; null for international catalogs. */
  readonly country: string | null;
}

/** National and international catalogs, one per line: kind, country or -, URL, title. */
const lines = `
csw AU https://ecat.ga.gov.au/geonetwork/srv/eng/csw Geoscience Australia
csw CH https://www.geocat.ch/geonetwork/srv/eng/csw geocat.ch
csw DE https://gdk.gdi-de.org/gdi-de/srv/ger/csw Geodatenkatalog.de
csw ES https://www.idee.es/csw-inspire-idee/srv/spa/csw IDEE
csw FI https://www.paikkatietohakemisto.fi/geonetwork/srv/eng/csw Paikkatietohakemisto
csw FR https://data.geopf.fr/csw Géoplateforme
csw IT https://geodati.gov.it/RNDT/csw RNDT
csw NL https://www.nationaalgeoregister.nl/geonetwork/srv/dut/csw Nationaal georegister
csw NO https://www.geonorge.no/geonetwork/srv/nor/csw Geonorge
csw NZ https://data.linz.govt.nz/services/csw LINZ Data Service
csw - https://sdi.eea.europa.eu/catalogue/srv/eng/csw European Environment Agency
ckan AT https://www.data.gv.at/katalog data.gv.at
ckan AU https://data.gov.au/data data.gov.au
ckan CA https://open.canada.ca/data Open Government Canada
ckan CH https://ckan.opendata.swiss opendata.swiss
ckan DE https://www.govdata.de/ckan GovData
ckan NL https://data.overheid.nl/data data.overheid.nl
ckan US https://catalog.data.gov Data.gov
ckan - https://data.humdata.org Humanitarian Data Exchange
stac-api CH https://data.geo.admin.ch/api/stac/v1 swisstopo
stac-api US https://landsatlook.usgs.gov/stac-server USGS Landsat
stac-api - https://earth-search.aws.element84.com/v1 Earth Search
stac-api - https://planetarycomputer.microsoft.com/api/stac/v1 Planetary Computer
stac-api - https://stac.dataspace.copernicus.eu/v1 Copernicus Data Space
ogc-api-records - https://wis2-gdc.weather.gc.ca WMO WIS2 Global Discovery Catalogue
`;

export const knownCatalogs: readonly KnownCatalog[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', country = '', url = '', ...title] = line.split(' ');
    return { title: title.join(' '), kind, url, country: country === '-' ? null : country };
  });
