// The files under deploy/: what they name exists, and nothing runs as root or may write where it need not.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../src/config.ts';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

const path = (name: string) => new URL(`../deploy/${name}`, import.meta.url).pathname;
const read = (name: string) => readFileSync(path(name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const own = Object.values(compose.services).filter(({ image }) => image === 'geotrawl');

/** GEOTRAWL_WORKERS__LEASE_MS → workers.leaseMs */
function settingOf(variable: string): string {
  const parts = variable.slice('GEOTRAWL_'.length).toLowerCase().split('__');
  return parts.map((part) => part.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())).join('.');
}

it('sets only settings there are', () => {
  const texts = [
    'compose.yaml',
    'kubernetes/worker.yaml',
    'kubernetes/server.yaml',
    'geotrawl-worker@.service',
    'geotrawl.service',
  ].map(read);
  const named = texts.flatMap((text) => text.match(/GEOTRAWL_[A-Z_]+(?=[:=,]|$)/gm) ?? []);
  const unknown = named.filter((variable) => variable !== 'GEOTRAWL_CONTACT' && !(settingOf(variable) in settings));
  expect(named.length).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

it('starts existing commands as an unprivileged user', () => {
  const commands = own.map(({ command }) => command?.[0]);
  expect(commands.sort()).toEqual(['serve', 'worker']);
  const main = readFileSync(new URL('../src/cli/main.ts', import.meta.url), 'utf8');
  for (const command of commands) expect(main).toContain(`['${command}',`);
  for (const service of own) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(read('Dockerfile')).toMatch(/^USER 10001$/m);
  // Relative settings (the database, copies of the index) end where it may write.
  expect(
    read('Dockerfile')
      .match(/^WORKDIR .*$/gm)
      ?.at(-1),
  ).toBe('WORKDIR /data');
  expect(compose.services.app?.volumes).toEqual(['data:/data']);
});

it('refers to services and volumes that are in the same file', () => {
  for (const { depends_on = {}, volumes = [] } of Object.values(compose.services)) {
    for (const name of Object.keys(depends_on)) expect(compose.services).toHaveProperty(name);
    for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0]!);
  }
});

it('has manifests that can be read, and containers that cannot write', () => {
  for (const name of ['kubernetes/worker.yaml', 'kubernetes/server.yaml']) {
    const documents = parseAllDocuments(read(name));
    for (const document of documents) expect(document.errors).toEqual([]);
    const deployment = documents[0]!.toJS() as {
      spec: { template: { spec: { containers: { securityContext: { readOnlyRootFilesystem: boolean } }[] } } };
    };
    for (const { securityContext } of deployment.spec.template.spec.containers)
      expect(securityContext.readOnlyRootFilesystem).toBe(true);
  }
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: looked into, member by member
  readonly spec: any;
}

it('has manifests whose parts belong together', () => {
  const manifests = ['kubernetes/worker.yaml', 'kubernetes/server.yaml'].flatMap((name) =>
    parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
  );
  const kinds = manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  expect(kinds.sort()).toEqual(['apps/v1 Deployment', 'apps/v1 Deployment', 'v1 Service']);
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec);
  for (const { selector, template } of deployments) {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    const volumes = template.spec.volumes.map(({ name }: { name: string }) => name);
    for (const { volumeMounts, image } of template.spec.containers) {
      expect(image).toBe('geotrawl');
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    }
  }
  const service = manifests.find(({ kind }) => kind === 'Service')!.spec;
  const server = deployments.find(({ template }) => template.metadata.labels.app === service.selector.app);
  const [container] = server.template.spec.containers;
  expect(container.ports[0].containerPort).toBe(service.ports[0].targetPort);
  expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: service.ports[0].targetPort });
});

const systemd = '/usr/bin/systemd-analyze';
it.skipIf(!existsSync(systemd))('is right to systemd', () => {
  for (const name of ['geotrawl.service', 'geotrawl-worker@.service']) {
    const { status, stderr } = spawnSync(systemd, ['verify', path(name)], { encoding: 'utf8' });
    expect([name, status, stderr]).toEqual([name, 0, '']);
    expect(read(name)).toMatch(/^WorkingDirectory=%S\//m);
  }
});

const program = '/usr/bin/docker-compose';
it.skipIf(!existsSync(program))('is a compose file to docker-compose', () => {
  // The version of Debian's package refuses what came later, such as a name of the project in the file.
  const env = { ...process.env, POSTGRES_PASSWORD: 'for the test' };
  execFileSync(program, ['-f', path('compose.yaml'), 'config', '-q'], { env });
});
