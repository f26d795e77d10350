// `geotrawl topic`: shows the topics of a resource and corrects them manually.
import type { Command } from 'commander';
import { GeotrawlError } from '../../model/errors.ts';
import type { Resource } from '../../model/resource.ts';
import { type OpenCatalog, openCatalog } from '../../open-catalog.ts';
import {
  existingDatabase,
  type GlobalFlags,
  listArgument,
  noSuchResource,
  terminalFor,
} from '../options/common-options.ts';
import { describeTopics, readOneTopic } from '../output/format-topics.ts';
import { plain, type Terminal } from '../output/terminal.ts';

interface TopicFlags {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly forget?: readonly string[];
  readonly layer?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl topic 9a0dd1a2                                  its topics and corrections
  $ geotrawl topic 9a0dd1a2 --add inspire:lc --remove inspire:hy
  $ geotrawl topic 9a0dd1a2 --layer roads --add concept:motorway
  $ geotrawl topic 9a0dd1a2 --forget inspire:lc              undo a correction`;

export function addTopicCommand(program: Command): void {
  program
    .command('topic <id>')
    .description('show or correct the topics of a resource; corrections survive later crawls')
    .option('--add <topics>', 'add topics', listArgument)
    .option('--remove <topics>', 'remove topics', listArgument)
    .option('--forget <topics>', 'undo the correction of these topics', listArgument)
    .option('--layer <name>', 'correct this layer instead of the resource')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (id: string, flags: TopicFlags, command: Command) => {
      const globals = command.optsWithGlobals<GlobalFlags>();
      const catalog = openCatalog({ db: existingDatabase(globals) });
      try {
        const resource = await correct(catalog, id, flags);
        await print(resource, catalog, flags, terminalFor(globals));
      } finally {
        await catalog.close();
      }
    });
}

async function correct(catalog: OpenCatalog, id: string, flags: TopicFlags): Promise<Resource> {
  // All topics are parsed before anything changes.
  const [add, remove, forget] = [flags.add, flags.remove, flags.forget].map((list = []) => list.map(readOneTopic));
  let resource = found(await catalog.get(id), id);
  const layer = flags.layer ?? null;
  if (layer !== null && !resource.layers.some(({ name }) => name === layer))
    throw new GeotrawlError(
      'usage.bad-argument',
      `It has no layer "${layer}". \`geotrawl show ${id} --layers\` lists them.`,
    );
  const verdicts = [
    ...add!.map((topic) => ['add', topic] as const),
    ...remove!.map((topic) => ['remove', topic] as const),
  ];
  for (const [verdict, topic] of verdicts)
    resource = found(await catalog.correctTopic(resource.id, { layer, topic, verdict, madeMs: Date.now() }), id);
  for (const topic of forget!) resource = found(await catalog.forgetCorrection(resource.id, layer, topic), id);
  return resource;
}

function found(resource: Resource | null, id: string): Resource {
  if (resource !== null) return resource;
  throw noSuchResource(id);
}

async function print(resource: Resource, catalog: OpenCatalog, flags: TopicFlags, terminal: Terminal): Promise<void> {
  const corrections = await catalog.corrections(resource.id);
  const { id, title, topics = [] } = resource;
  if (flags.json) return terminal.print(JSON.stringify({ id, title, topics, corrections }));
  terminal.print(`${id.slice(0, 8)}  ${terminal.bold(plain(title) || '(no title)')}`);
  terminal.print(`  ${plain(describeTopics(topics), 600) || 'no topics'}`);
  for (const { layer, topic, verdict } of corrections) {
    const place = layer === null ? '' : ` on layer ${plain(layer, 60)}`;
    terminal.print(`  corrected: ${verdict === 'add' ? 'about' : 'not about'} ${topic}${place}`);
  }
}
