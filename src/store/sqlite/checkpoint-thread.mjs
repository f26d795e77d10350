// The thread behind `checkpointer.ts`: a connection of its own that moves the log whenever it is asked to.
//
// Plain JavaScript, since threads of Node 20 load no TypeScript and tests and benches run the sources.
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';

/** Little enough for the crawl to move itself between two commits. */
const fewFrames = 1000;
/** The crawl may write as fast as we move; then it has to move more itself. */
const maxPasses = 8;

/** @type {import('./checkpointer.ts').CheckpointOrders} */
const { path, driverModule, port } = workerData;
const { DatabaseSync } = createRequire(import.meta.url)(driverModule);
const database = new DatabaseSync(path);
database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL');
const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (/** @type {'move' | 'close'} */ order) => {
  if (order === 'close') {
    database.close();
    port.close();
    return;
  }
  let known = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    // `log`: frames in the log when the pass began; what came meanwhile shows in the next.
    const { log } = move.get();
    if (pass > 0 && log - known < fewFrames) break;
    known = log;
  }
  port.postMessage('moved');
});
