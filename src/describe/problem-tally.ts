// Counts problems by code, so that a document with 50,000 invalid layers gets one message, not 50,000.
import type { Problem, ProblemCode } from '../model/problem.ts';

interface Entry {
  count: number;
  readonly message: string;
  readonly example: string;
}

export class ProblemTally {
  readonly #entries = new Map<ProblemCode, Entry>();

  /** `message` and `example` are those of the first occurrence. */
  add(code: ProblemCode, message: string, example = ''): void {
    const entry = this.#entries.get(code);
    if (entry === undefined) this.#entries.set(code, { count: 1, message, example: example.slice(0, 80) });
    else entry.count++;
  }

  list(): readonly Problem[] {
    return [...this.#entries].map(([code, { count, message, example }]) => {
      const where = example === '' ? '' : ` First: "${example}".`;
      return { code, message: count === 1 ? `${message}${where}` : `${message} ${count} times.${where}` };
    });
  }
}
