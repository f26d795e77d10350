// Ctrl-C and SIGTERM for commands that save what they do: the first stops them in good order, the second at once.
import { exitCodes } from '../output/exit-code.ts';
import type { Terminal } from '../output/terminal.ts';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Null where nobody stopped it. */
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
    terminal.say(`${name}: waiting for what is under way.`);
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
