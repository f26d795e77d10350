// The thread of `checkpointer.ts`: checkpoints the log on request, over its own connection.
//
// Plain JavaScript, since threads of Node 20 can't load TypeScript, and tests and benchmarks run the sources.
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';

/** Few enough for the crawl to checkpoint itself between two commits. */
const fewFrames = 1000;
/** The crawl may write as fast as this thread checkpoints; it then has more left to do itself. */
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
