// The import rules of src/: which folder may import which, and cycles between files or folders.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Source file → the files and packages it imports, all as paths from the repository root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Top-level folder of src/ → the folders it may import besides itself. */
const stages: Readonly<Record<string, string>> = {
  model: '',
  base: 'model',
  describe: 'model base',
  store: 'model base',
  query: 'model base describe',
  seeds: 'model base describe',
  frontier: 'model base store config.ts',
  rank: 'model base classify',
  fetch: 'model base config.ts',
  extract: 'model base',
  kinds: 'model base describe',
  identify: 'model base describe',
  classify: 'model base describe',
  harvest: 'model base describe store',
  catalog: 'model base describe store',
  search: 'model base describe query store classify',
};
const stageNames = Object.keys(stages).join(' ');

/** Folders that assemble stages into a running system, lowest first. */
const assemblies: Readonly<Record<string, string>> = {
  'config.ts': 'model base',
  plugins: `${stageNames} config.ts`,
  cluster: `${stageNames} config.ts monitor crawl`,
  monitor: `${stageNames} config.ts plugins cluster`,
  crawl: `${stageNames} config.ts plugins cluster monitor`,
  '(src)': `${stageNames} config.ts plugins cluster monitor crawl`,
  serve: `${stageNames} config.ts plugins cluster monitor crawl (src)`,
  cli: `${stageNames} config.ts plugins cluster monitor crawl (src) serve lab/demo-web`,
};

const allowedImports: Readonly<Record<string, string>> = { ...stages, ...assemblies };

/** Files that break a rule of their layer for a reason. */
const exceptions = new Map([
  // A thread opens a catalog of its own; its parent only names the file.
  ['src/search/threads/search-thread.ts', '(src)'],
]);

export function readImports(files: readonly string[]): ImportGraph {
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => (fileName.startsWith('.') ? join(dirname(file), fileName) : fileName));
}

export function topFolderOf(file: string): string {
  const [top, folder, rest] = file.split('/');
  if (top !== 'src') return `${top}/${folder}`;
  if (rest !== undefined) return folder!;
  return folder === 'config.ts' ? folder : '(src)';
}

/** `src/kinds/ogc/wms/wms.ts` → `kinds/ogc`; files of a top-level folder itself belong to that folder. */
export function secondLevelFolderOf(file: string): string {
  const parts = file.split('/');
  return parts[0] !== 'src' || parts.length <= 3 ? topFolderOf(file) : parts.slice(1, 3).join('/');
}

export function unknownFolders(graph: ImportGraph): string[] {
  return [...new Set([...graph.keys()].map(topFolderOf))].filter((folder) => allowedImports[folder] === undefined);
}

export function forbiddenImports(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const from = topFolderOf(file);
    const allowed = `${from} ${allowedImports[from] ?? ''} ${exceptions.get(file) ?? ''}`.split(' ');
    return targets
      .filter((target) => target.endsWith('.ts') && !allowed.includes(topFolderOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
}

/** What every folder of serve/ may import; its other folders don't import each other. */
const serveShared = ['http', 'auth', 'formats'];
/** Imports between folders of serve/ that are left. */
const serveExceptions: Readonly<Record<string, readonly string[]>> = {
  pages: ['api', 'crawls', 'health', 'preview', 'statistics'],
  mcp: ['preview'],
};

/** Imports between sibling folders of serve/; http/ imports none of them. */
export function forbiddenServeImports(graph: ImportGraph): string[] {
  const folderIn = (file: string) => /^src\/serve\/([^/]+)\//.exec(file)?.[1];
  return [...graph].flatMap(([file, targets]) => {
    const from = folderIn(file);
    if (from === undefined) return [];
    const allowed = [from, ...(from === 'http' ? [] : serveShared), ...(serveExceptions[from] ?? [])];
    return targets
      .filter((target) => !allowed.includes(folderIn(target) ?? from))
      .map((target) => `${file} imports ${target}`);
  });
}

export function fileCycles(graph: ImportGraph): string[] {
  return cyclesIn(graph);
}

/** Cycles between second-level folders; files with an exception in the table are left out. */
export function folderCycles(graph: ImportGraph): string[] {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    if (exceptions.has(file)) continue;
    const from = secondLevelFolderOf(file);
    const reached = folders.get(from) ?? new Set();
    folders.set(from, reached);
    for (const target of targets) {
      if (graph.has(target) && secondLevelFolderOf(target) !== from) reached.add(secondLevelFolderOf(target));
    }
  }
  return cyclesIn(new Map([...folders].map(([folder, reached]) => [folder, [...reached]])));
}

function cyclesIn(graph: ImportGraph): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]) => {
    if (state.get(node) === 'open') cycles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (state.has(node)) return;
    state.set(node, 'open');
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
