// The thread behind `checkpointer.ts`: a connection of its own that moves the log whenever it is asked to.
import { parentPort, workerData } from 'node:worker_threads';
import { systemDriver } from './sqlite-driver.ts';

/** Little enough for the crawl to move itself between two commits. */
const fewFrames = 1000;
/** The crawl may write as fast as we move; then it has to move more itself. */
const maxPasses = 8;

const database = systemDriver()(workerData as string);
database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL');
const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort!.on('message', (order: 'move' | 'close') => {
  if (order === 'close') {
    database.close();
    parentPort!.close();
    return;
  }
  let known = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    // `log`: frames in the log when the pass began; what came meanwhile shows in the next.
    const { log } = move.get() as { log: number };
    if (pass > 0 && log - known < fewFrames) break;
    known = log;
  }
  parentPort!.postMessage('moved');
});
