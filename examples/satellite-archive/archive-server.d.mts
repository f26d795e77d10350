// Types of archive-server.mjs, for the tests that use it.
export interface Scene {
  readonly name: string;
  readonly taken: number;
  readonly published: number;
  readonly bbox: readonly number[];
}

export function makeScenes(days?: number): Scene[];
export function serveArchive(
  scenes: readonly Scene[],
  port?: number,
): Promise<{ readonly url: string; readonly requested: string[]; close(): Promise<void> }>;
