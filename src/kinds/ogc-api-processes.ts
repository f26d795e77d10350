// OGC API – Processes: processes to run.
import type { ResourceKind } from '../model/kind.ts';
import { ogcApiKind } from './ogc-api-kind.ts';

export const ogcApiProcesses: ResourceKind = ogcApiKind('processes');
