// The package's public API: `import { openCatalog, probe, crawl } from 'geotrawl'`. Importing it does nothing.
export { type ExportFormat, exportRecords } from './catalog/export.ts';
export type { Config } from './config.ts';
export { type Crawl, crawl } from './crawl/crawl.ts';
export type { CrawlOptions } from './crawl/crawl-task.ts';
export type { HarvestedRecord } from './harvest/read-records.ts';
export type { CatalogRecord } from './model/connector.ts';
export type { Document } from './model/document.ts';
export { type ErrorCode, GeotrawlError } from './model/errors.ts';
export type { Extent } from './model/extent.ts';
export type { PartialDescription, PluginKind, ProbeRequest, ResourceKind } from './model/kind.ts';
export type { Link } from './model/link.ts';
export type {
  HarvestStart,
  PartialRecord,
  PluginConnector,
  PluginPage,
} from './model/plugin-connector.ts';
export type { Problem, ProblemCode } from './model/problem.ts';
export type {
  CrawlEvent,
  CrawlProgress,
  FoundReport,
  HarvestEvent,
  ProbeReport,
  ResourceReport,
} from './model/report.ts';
export type {
  Borrowed,
  Description,
  Identity,
  Layer,
  Provenance,
  Provider,
  RecordRef,
  Resource,
} from './model/resource.ts';
export type { SearchQuery } from './model/search.ts';
export {
  type OpenCatalog,
  openCatalog,
  type ResultRow,
  type ResultRows,
  type SearchItem,
  type SearchItems,
} from './open-catalog.ts';
export { connectorSchedule, type ScheduledConnector, type ScheduleOptions } from './plugins/connector-schedule.ts';
export { type ProbeOptions, probe } from './probe.ts';
