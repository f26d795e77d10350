// Starts a thread from the sources, as tests and benches run them: threads of Node 20 load no TypeScript by themselves.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.file);
