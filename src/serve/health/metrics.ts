// Metrics of this server for Prometheus (text format 0.0.4).

import type { HttpResponse } from '../http/response.ts';
import type { ServerContext } from '../http/server-context.ts';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

export async function getMetrics({ catalog, clock, version }: ServerContext): Promise<HttpResponse> {
  const [{ resources, layers, byKind }, checks] = await Promise.all([
    catalog.counts(),
    catalog.checks.counts(clock.now()),
  ]);
  const memory = process.memoryUsage();
  const metrics: readonly Metric[] = [
    gauge('geotrawl_info', 'Version of this program.', [[{ version }, 1]]),
    gauge('geotrawl_resources', 'Resources in the catalog by kind.', labelled('kind', byKind)),
    gauge('geotrawl_resources_all', 'Resources in the catalog.', [[{}, resources]]),
    gauge('geotrawl_layers', 'Layers in the catalog.', [[{}, layers]]),
    gauge('geotrawl_health', 'Monitored resources by state.', labelled('state', checks.byState)),
    gauge('geotrawl_checks_due', 'Resources whose check is due.', [[{}, checks.due]]),
    gauge('geotrawl_check_rounds_stored', 'Rounds of checks in the history.', [[{}, checks.rounds]]),
    gauge('process_resident_memory_bytes', 'Resident memory.', [[{}, memory.rss]]),
    { ...gauge('process_cpu_seconds_total', 'CPU time spent.', [[{}, cpuSeconds()]]), type: 'counter' },
    gauge('process_start_time_seconds', 'When the process started.', [
      [{}, Math.round(Date.now() / 1000 - process.uptime())],
    ]),
  ];
  return {
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: metrics.map(write).join(''),
    headers: { 'cache-control': 'no-store' },
  };
}

function gauge(name: string, help: string, samples: Metric['samples']): Metric {
  return { name, help, type: 'gauge', samples };
}

function labelled(label: string, counts: Readonly<Record<string, number>>): Metric['samples'] {
  return Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function write({ name, help, type, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const written = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
