// Ctrl-C and SIGTERM for commands that save their work: the first stops gracefully, the second at once.
import { exitCodes } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Null if not stopped. */
  exitCode(): number | null;
  release(): void;
}

export function listenForStop(terminal: Terminal, message?: string): StopSignal {
  const controller = new AbortController();
  let caught: NodeJS.Signals | null = null;
  const exitCode = () => (caught === null ? null : caught === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
  const stop = (name: NodeJS.Signals) => {
    if (caught !== null) process.exit(name === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
    caught = name;
    terminal.say(message ?? `${name}: finishing work in progress.`);
    controller.abort(name);
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    exitCode,
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}
