// The properties filters and sorting can name, as JSON Schema (OGC API – Features part 3, clause 6.2).
import { propertySchema, recordProperties } from '../../query/record-properties.ts';
import { collectionUrl } from './record-links.ts';

const schema = 'https://json-schema.org/draft/2020-12/schema';

export function queryables(base: string): object {
  return {
    $schema: schema,
    $id: `${collectionUrl(base)}/queryables`,
    type: 'object',
    title: 'What filters can name',
    properties: {
      geometry: { title: 'Extent', description: 'Box in longitude and latitude', format: 'geometry-any' },
      ...Object.fromEntries(recordProperties.map((property) => [property.name, propertySchema(property)])),
    },
    additionalProperties: false,
  };
}

export function sortables(base: string): object {
  const properties = recordProperties.filter(({ isSortable }) => isSortable);
  return {
    $schema: schema,
    $id: `${collectionUrl(base)}/sortables`,
    type: 'object',
    title: 'What records can be sorted by',
    properties: Object.fromEntries(properties.map((property) => [property.name, propertySchema(property)])),
    additionalProperties: false,
  };
}
