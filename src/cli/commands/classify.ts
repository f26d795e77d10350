// `geotrawl classify`: classifies a file, URL or record by topic and explains why.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { makeDocument } from '../../base/document/document.ts';
import type { CategoryModel } from '../../classify/category-model.ts';
import type { ComponentTexts } from '../../classify/text-features.ts';
import { topicLabel } from '../../classify/vocabularies/topic-ids.ts';
import { emptyDescription } from '../../describe/empty-description.ts';
import { GeotrawlError } from '../../model/errors.ts';
import type { Description, Layer } from '../../model/resource.ts';
import type { Topic } from '../../model/topic.ts';
import type { TopicContext } from '../../model/topic-reader.ts';
import {
  addNetworkOptions,
  existingDatabase,
  type FetchFlags,
  type GlobalFlags,
  loadFetchSettings,
  terminalFor,
} from '../options/common-options.ts';
import { readSaved } from '../options/read-saved.ts';
import { describeTopics } from '../output/format-topics.ts';
import { plain, type Terminal } from '../output/terminal.ts';
import { textsOfDescription, textsOfDocument } from '../training/category-texts.ts';

interface ClassifyFlags extends FetchFlags {
  readonly all?: boolean;
  readonly model?: string;
  readonly layers?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ geotrawl classify capabilities.xml                  a saved document, or any text
  $ geotrawl classify https://example.org/wms --layers  a URL, layer by layer
  $ geotrawl classify 9a0dd1a2 --json                   a record of the catalog
  $ geotrawl classify service.wsdl --model mine.json    with your own categories (geotrawl train)
  $ geotrawl classify --all                             the whole catalog, after an upgrade`;

export function addClassifyCommand(program: Command): void {
  const command = program
    .command('classify [target]')
    .description('classify a file, URL or record by topic, with the deciding words')
    .option('--all', 'reclassify records classified by an earlier version')
    .option('--model <file>', 'also use this category model (see geotrawl train)')
    .option('--layers', 'classify every layer, too')
    .option('--json', 'print one JSON object per resource')
    .addHelpText('after', examples);
  addNetworkOptions(command);
  command.action(async (target: string | undefined, flags: ClassifyFlags, self: Command) => {
    const globals = self.optsWithGlobals<GlobalFlags>();
    const terminal = terminalFor(globals);
    if ((target === undefined) !== (flags.all === true))
      throw new GeotrawlError('usage.bad-argument', 'Nothing to classify. Give a file, a URL or an id, or --all.');
    if (target === undefined) return classifyAll(globals, flags.json === true, terminal);
    const model = flags.model === undefined ? null : await readModel(flags.model);
    for (const subject of await readSubjects(target, flags, globals)) {
      const explained = await explain(subject, model);
      if (flags.json) terminal.print(JSON.stringify(explained));
      else print(explained, flags.layers === true, terminal);
    }
  });
}

/** Keeps manual corrections; searches use the new topics at once. */
async function classifyAll(globals: GlobalFlags, isJson: boolean, terminal: Terminal): Promise<void> {
  const { openCatalog } = await import('../../open-catalog.ts');
  const catalog = openCatalog({ db: existingDatabase(globals) });
  try {
    let read = 0;
    for await (const _ of catalog.readOutdatedTopics()) read++;
    const { resources } = await catalog.counts();
    if (isJson) terminal.print(JSON.stringify({ read, upToDate: resources - read }));
    else terminal.print(`${read} records reclassified, ${resources - read} up to date`);
  } finally {
    await catalog.close();
  }
}

interface Subject {
  readonly description: Description;
  readonly context: TopicContext;
  /** Input of custom category models. */
  readonly texts: ComponentTexts;
}

type Explained = Awaited<ReturnType<typeof explain>>;

/** An existing path is a file, http(s):// a URL, anything else a record id. */
async function readSubjects(target: string, flags: ClassifyFlags, globals: GlobalFlags): Promise<readonly Subject[]> {
  if (target === '-' || existsSync(target)) return readFileSubjects(target);
  if (/^https?:\/\//i.test(target)) {
    const { discoveriesAt } = await import('../../probe.ts');
    const { values } = loadFetchSettings(globals, flags);
    const discoveries = await discoveriesAt(target, { settings: values });
    return discoveries.map(({ description, identity }) =>
      subjectOf(description, contextOf(identity.endpoint), identity.kind),
    );
  }
  const { openCatalog } = await import('../../open-catalog.ts');
  const catalog = openCatalog({ db: existingDatabase(globals) });
  try {
    const resource = await catalog.get(target);
    if (resource !== null) return [subjectOf(resource, resource, resource.kind)];
    const message = `"${target}" isn't a file, a URL or the id of a record.`;
    throw new GeotrawlError('catalog.not-found', message, { facts: { id: target } });
  } finally {
    await catalog.close();
  }
}

async function readFileSubjects(path: string): Promise<readonly Subject[]> {
  const [{ identify }, { kinds }] = await Promise.all([
    import('../../identify/identify.ts'),
    import('../../kinds/index.ts'),
  ]);
  const url = pathToFileURL(path === '-' ? 'stdin' : path).href;
  const bytes = readSaved(path);
  const document = makeDocument({ url, bytes });
  const descriptions = identify(document, kinds).map(({ description }) => description);
  // Not a resource: classify the plain text.
  const subjects = descriptions.length > 0 ? descriptions : [describeText(document.text())];
  const texts = textsOfDocument(url, bytes);
  return subjects.map((description) => ({ description, context: contextOf(''), texts }));
}

/** Uses a short first line as the title. */
function describeText(text: string): Description {
  const [first = '', ...rest] = text.trim().split('\n');
  return first.length <= 150
    ? { ...emptyDescription, title: first.trim(), abstract: rest.join('\n') }
    : { ...emptyDescription, abstract: text };
}

function subjectOf(description: Description, context: TopicContext, kind: string): Subject {
  return { description, context, texts: textsOfDescription(description, kind) };
}

function contextOf(endpoint: string): TopicContext {
  return { endpoint, provenance: null };
}

async function readModel(path: string): Promise<CategoryModel> {
  const { readCategoryModel } = await import('../../classify/category-model.ts');
  const model = readCategoryModel(Buffer.from(readSaved(path)).toString('utf8'));
  if (model !== null) return model;
  throw new GeotrawlError('usage.bad-argument', `${path} isn't a model written by \`geotrawl train\`.`, {
    facts: { path },
  });
}

async function explain({ description, context, texts }: Subject, model: CategoryModel | null) {
  const [{ readNegated, topicReader }, { explainStack }] = await Promise.all([
    import('../../classify/topic-reader.ts'),
    import('../../classify/component-stack.ts'),
  ]);
  const { topics, layers, languages } = topicReader.read(description, context);
  const category = model === null ? null : explainStack(model.stack, texts);
  return {
    title: description.title,
    languages,
    ...(category === null
      ? {}
      : { category: { label: category.label, confidence: category.confidence, words: category.words } }),
    topics: topics.map((topic) => ({ ...topic, label: topicLabel(topic.id) })),
    notAbout: readNegated(description, context),
    layers: description.layers.map(({ name, title }: Layer, at) => ({ name, title, topics: layers[at] ?? [] })),
  };
}

function print(
  { title, languages, category, topics, notAbout, layers }: Explained,
  all: boolean,
  terminal: Terminal,
): void {
  terminal.print(terminal.bold(plain(title, 120) || '(no title)'));
  if (category !== undefined) {
    const words = category.words.map(({ word }) => word).join(', ');
    terminal.print(
      `  category   ${plain(category.label)} ${percent(category.confidence)}  ${terminal.dim(plain(words, 120))}`,
    );
  }
  if (languages.length > 0) terminal.print(`  languages  ${languages.join(', ')}`);
  if (topics.length === 0) terminal.print('  no topics');
  for (const topic of topics) terminal.print(`  ${topicLine(topic, topic.label, terminal)}`);
  if (notAbout.length > 0) terminal.print(`  explicitly not about: ${plain(notAbout.join(', '), 200)}`);
  if (all)
    for (const layer of layers)
      terminal.print(
        `  ${plain(layer.title || (layer.name ?? ''), 60).padEnd(40)} ${terminal.dim(plain(describeTopics(layer.topics), 200))}`,
      );
}

/** 'inspire:hy  hydrography  96 %  river, stream' */
function topicLine({ id, confidence, words }: Topic, label: string, terminal: Terminal): string {
  return `${percent(confidence).padStart(5)}  ${plain(id).padEnd(34)} ${plain(label).padEnd(34)} ${terminal.dim(plain(words.join(', '), 80))}`;
}

function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`;
}
