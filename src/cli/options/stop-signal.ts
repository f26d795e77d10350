// Ctrl-C and SIGTERM for commands that save what they do: the first stops gracefully, the second at once.
import { exitCodes } from '../output/exit-code.ts';
import type { Terminal } from '../output/terminal.ts';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Null if not stopped. */
  exitCode(): number | null;
  release(): void;
}

export function listenForStop(terminal: Terminal): StopSignal {
  const controller = new AbortController();
  let caught: NodeJS.Signals | null = null;
  const names = ['SIGINT', 'SIGTERM'] as const;
  const stop = (name: NodeJS.Signals) => {
    caught = name;
    release();
    terminal.say(`${name}: finishing work in progress.`);
    controller.abort(name);
  };
  const release = () => {
    for (const name of names) process.removeListener(name, stop);
  };
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    exitCode: () => (caught === null ? null : caught === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted),
    release,
  };
}
