// The package's door: `import { openCatalog, probe, crawl } from 'geotrawl'`. Importing it does nothing.
export { type ExportFormat, exportRecords } from './catalog/export.ts';
export type { Config } from './config.ts';
export { type Crawl, crawl } from './crawl.ts';
export type { CrawlOptions } from './crawl-task.ts';
export type { Document } from './model/document.ts';
export { type ErrorCode, GeotrawlError } from './model/errors.ts';
export type { Extent } from './model/extent.ts';
export type { OutsideKind, PartialDescription, ProbeRequest, ResourceKind } from './model/kind.ts';
export type { Link } from './model/link.ts';
export type { Problem, ProblemCode } from './model/problem.ts';
export type { CrawlEvent, CrawlProgress, FoundReport, ProbeReport, ResourceReport } from './model/report.ts';
export type { Description, Identity, Layer, Provenance, Resource } from './model/resource.ts';
export type { SearchQuery } from './model/search.ts';
export { type FoundItem, type FoundItems, type OpenCatalog, openCatalog } from './open-catalog.ts';
export { type ProbeOptions, probe } from './probe.ts';
