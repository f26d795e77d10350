// The hosts of a simulated web: size, topic and content.
import type { SeededRandom } from '../../src/base/random/seeded-random.ts';
import { chanceOf, drawLogNormal, drawWeighted } from './chance.ts';
import { languages } from './languages.ts';
import { shape, type WebSettings } from './settings.ts';
import { topics } from './topics.ts';

/** One host. Its addresses are numbered without gaps: pages, then traps, then dead links, then services. */
export interface SimulatedHost {
  readonly number: number;
  /** Number of its first address. */
  readonly start: number;
  readonly topic: number;
  readonly language: number;
  readonly pages: number;
  readonly traps: number;
  readonly dead: number;
  readonly services: number;
  /** The host whose map server this is; null for hosts with pages. */
  readonly owner: number | null;
  readonly latencyMs: number;
  /** Share of failing requests. */
  readonly failure: number;
}

/** Servers by host for a topic of weight 1, so that services are the share of addresses the settings ask for. */
const serverRate = (() => {
  const mean = (median: number, spread: number): number => median * Math.exp(spread ** 2 / 2);
  const pages = mean(shape.hostMedian, shape.hostSpread);
  const addresses = pages * (1 + shape.dead) + shape.trap * mean(shape.trapMedian, 0.5);
  const weight = topics.reduce((sum, { share, servers }) => sum + share * servers, 0);
  return (shape.services * addresses) / mean(shape.servicesMedian, shape.servicesSpread) / weight;
})();

/** Adds hosts up to the number of addresses. */
export function makeHosts({ seed, documents }: WebSettings): SimulatedHost[] {
  const hosts: SimulatedHost[] = [];
  const cap = Math.max(5, Math.floor(documents * shape.hostCap));
  let start = 0;
  const add = (host: Omit<SimulatedHost, 'number' | 'start'>): void => {
    hosts.push({ ...host, number: hosts.length, start });
    start += host.pages + host.traps + host.dead + host.services;
  };
  while (start < documents) {
    const chance = chanceOf(seed, 'host', hosts.length);
    const room = documents - start;
    const topic = drawWeighted(chance, shares);
    const pages = clamp(drawLogNormal(chance, shape.hostMedian, shape.hostSpread), Math.min(cap, room));
    const host = {
      topic,
      language: drawWeighted(chance, languageShares),
      pages,
      traps: chance.next() < shape.trap ? clamp(drawLogNormal(chance, shape.trapMedian, 0.5), cap) : 0,
      dead: roundByChance(chance, pages * shape.dead),
      ...drawPace(chance),
      owner: null,
    };
    const services = drawServices(chance, topic);
    if (services > 0 && chance.next() < shape.machine) {
      const owner = hosts.length;
      add({ ...host, services: 0 });
      add({ ...host, pages: 0, traps: 0, dead: 0, services, owner, ...drawPace(chance) });
    } else add({ ...host, services });
  }
  return hosts;
}

const shares = topics.map(({ share }) => share);
const languageShares = languages.map(({ share }) => share);

function drawServices(chance: SeededRandom, topic: number): number {
  if (chance.next() >= serverRate * topics[topic]!.servers) return 0;
  // Future services exist from the start, unborn.
  const born = 1 + shape.birthsBySixMonths;
  return clamp(drawLogNormal(chance, shape.servicesMedian * born, shape.servicesSpread), 60);
}

function drawPace(chance: SeededRandom): { latencyMs: number; failure: number } {
  const latencyMs = Math.min(10_000, Math.round(drawLogNormal(chance, shape.latencyMedianMs, shape.latencySpread)));
  return { latencyMs, failure: chance.next() < shape.shaky ? shape.shakyFailure : 0 };
}

function clamp(value: number, most: number): number {
  return Math.max(1, Math.min(most, Math.round(value)));
}

/** 2.3 becomes 2 in seven cases of ten, else 3. */
export function roundByChance(chance: SeededRandom, value: number): number {
  return Math.floor(value + chance.next());
}
