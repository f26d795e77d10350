// `geotrawl config`: shows, validates and creates configurations.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { maskSecrets } from '../../base/url/url.ts';
import { environmentName, isSecretSetting, type SettingName, settings } from '../../config.ts';
import { GeotrawlError } from '../../model/errors.ts';
import { shownDatabase } from '../../store/sql/database-address.ts';
import { type GlobalFlags, loadSettings, terminalFor } from '../options/common-options.ts';
import { plain } from '../output/terminal.ts';

export function addConfigCommand(program: Command): void {
  const config = program.command('config').description('show, validate or create a configuration');
  config
    .command('show')
    .description('print every setting with its value and origin')
    .option('--json', 'as one JSON object')
    .action((flags: { json?: boolean }, command: Command) =>
      show(command.optsWithGlobals<GlobalFlags>(), flags.json === true),
    );
  config
    .command('check')
    .description('validate the configuration')
    .action((_flags: object, command: Command) => check(command.optsWithGlobals<GlobalFlags>()));
  config
    .command('init')
    .description('write geotrawl.config.yaml with every setting, its default and its meaning')
    .action((_flags: object, command: Command) => init(command.optsWithGlobals<GlobalFlags>()));
}

async function check(globals: GlobalFlags): Promise<void> {
  const { file, values } = loadSettings(globals);
  const { loadPluginKinds } = await import('../../plugins/kind-modules.ts');
  const plugins = await loadPluginKinds(values);
  const { print } = terminalFor(globals);
  print(file === null ? 'No configuration file here; the defaults are valid.' : `${file} is valid.`);
  for (const { kind, from } of plugins) print(`Kind ${kind.id} (${plain(kind.title)}) loaded from ${from}.`);
}

function show(globals: GlobalFlags, asJson: boolean): void {
  const { values, origins, file } = loadSettings(globals);
  const terminal = terminalFor(globals);
  const shown = (name: SettingName) => {
    const value = values[name];
    if (isSecretSetting(name) && value !== null) return '***';
    if (name === 'db') return shownDatabase(values.db);
    return typeof value === 'string' ? maskSecrets(value) : value;
  };
  const names = Object.keys(settings) as SettingName[];
  if (asJson) {
    terminal.print(
      JSON.stringify(Object.fromEntries(names.map((name) => [name, { value: shown(name), origin: origins[name] }]))),
    );
    return;
  }
  for (const name of names) {
    const from = origins[name] === 'file' ? file : origins[name];
    terminal.print(`${name.padEnd(30)} ${JSON.stringify(shown(name)).padEnd(36)} ${terminal.dim(`${from}`)}`);
  }
  terminal.say(
    `Environment: ${environmentName('crawl.depth')}=2 sets crawl.depth. \`geotrawl config init\` writes a template.`,
  );
}

function init(globals: GlobalFlags): void {
  const path = globals.config ?? 'geotrawl.config.yaml';
  const lines = Object.entries(settings).map(
    ([name, setting]) =>
      `# ${setting.doc}\n# ${stringify({ [name]: setting.default })
        .trimEnd()
        .replaceAll('\n', '\n# ')}\n`,
  );
  try {
    writeFileSync(
      path,
      `# Settings of geotrawl; remove the # in front of a setting to change it.\n\n${lines.join('\n')}`,
      { flag: 'wx' },
    );
  } catch (error) {
    throw new GeotrawlError('usage.bad-argument', `Cannot write ${path}: ${(error as Error).message}.`, {
      cause: error,
      facts: { path },
    });
  }
  terminalFor(globals).print(`Wrote ${path}.`);
}
