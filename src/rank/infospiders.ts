// InfoSpiders (Menczer, Belew, 2000): a population of agents, each with a small network that learns which words near a link lead
// to relevant pages; successful agents reproduce, others die.
import { type SeededRandom, seededRandom } from '../base/random/seeded-random.ts';
import type { Ordering, OrderingSettings, RankedLink } from '../model/rank.ts';
import { pageWords } from './best-first.ts';
import { slotCount } from './feature-bag.ts';
import { isRecord, latestPairs, readNumber, restoreNumbers } from './saved-state.ts';
import { createTopic, geospatialTopic, keywordSlot, topicKeywords } from './topic.ts';
import { createWordList, scanText } from './word-scan.ts';

/** Keywords of the agents, shared by the population. */
const keywordCount = 24;
const maxAgents = 32;
const learningRate = 0.1;
/** Weight of a page's best link in the value of the page. */
const foresight = 0.5;
const visitCost = 0.05;
const birthEnergy = 2;
const remembered = 100_000;

interface Agent {
  readonly weights: number[];
  energy: number;
}

export function infospiders({ topic: words = geospatialTopic, seed, state }: OrderingSettings): Ordering {
  const saved = isRecord(state) ? state : {};
  const random = seededRandom(seed + readNumber(saved.births));
  const topic = createTopic(words, saved.topic);
  let keywords = readWords(saved.keywords) ?? topicKeywords(topic, words, keywordCount);
  const agents = readAgents(saved.agents) ?? [newAgent()];
  const agentOf = restoreNumbers(remembered, saved.agentOf);
  let births = readNumber(saved.births);

  const readNear = createNearness();
  const agentAt = (link: RankedLink): Agent => agents[agentOf.get(link.parent?.url ?? '') ?? 0] ?? agents[0]!;
  const estimate = (agent: Agent, inputs: Float64Array): number => {
    let sum = 0;
    for (let at = 0; at < agent.weights.length; at++) sum += agent.weights[at]! * inputs[at]!;
    return Math.tanh(sum);
  };
  const score = (link: RankedLink): number => estimate(agentAt(link), readNear(link, keywords));
  return {
    name: 'infospiders',
    score,
    learn: ({ link, found, page }) => {
      if (page === null && found === 0) return;
      const text = page === null ? '' : pageWords(page);
      const relevance = Math.min(1, found > 0 ? 1 : topic.similarity(text));
      if (page !== null) {
        topic.note(text);
        if (found > 0) {
          topic.adopt(text);
          if (keywords.length < keywordCount) keywords = topicKeywords(topic, text, keywordCount);
        }
      }
      const agent = agentAt(link);
      const inputs = readNear(link, keywords);
      const own = estimate(agent, inputs);
      const target = Math.min(1, relevance + foresight * Math.max(0, own));
      const step = learningRate * (target - own) * (1 - own * own);
      for (let at = 0; at < agent.weights.length; at++) agent.weights[at]! += step * inputs[at]!;
      agent.energy += relevance - visitCost;
      const number = liveOn(agents, agent, random);
      if (number !== agents.indexOf(agent)) births++;
      if (page !== null) agentOf.set(page.url, number);
    },
    explain: (link) => [
      `Agent ${agents.indexOf(agentAt(link))} of ${agents.length} expects ${score(link).toFixed(3)} from the words near it.`,
      `Its keywords: ${keywords.slice(0, 8).join(', ') || 'none yet'}.`,
    ],
    save: () => ({
      topic: topic.save(),
      keywords,
      agents,
      births,
      agentOf: latestPairs(agentOf),
    }),
  };
}

function newAgent(): Agent {
  return { weights: Array.from({ length: keywordCount }, () => 0.3), energy: 1 };
}

/** The agent survives, reproduces, or is replaced by the strongest; returns the agent that scores the page's links. */
function liveOn(agents: Agent[], agent: Agent, random: SeededRandom): number {
  if (agent.energy > birthEnergy && agents.length < maxAgents) {
    agent.energy /= 2;
    const weights = agent.weights.map((weight) => weight + 0.2 * (random.next() - 0.5));
    return agents.push({ weights, energy: agent.energy }) - 1;
  }
  if (agent.energy > birthEnergy) agent.energy = birthEnergy;
  if (agent.energy > 0) return agents.indexOf(agent);
  const strongest = agents.reduce((best, one) => (one.energy > best.energy ? one : best));
  agent.energy = 0.5;
  for (const [at, weight] of strongest.weights.entries()) agent.weights[at] = weight + 0.2 * (random.next() - 0.5);
  return agents.indexOf(agent);
}

/** Proximity of each keyword to a link: 1 in its anchor, one half around it, little elsewhere on the page. */
function createNearness(): (link: RankedLink, keywords: readonly string[]) => Float64Array {
  const inputs = new Float64Array(keywordCount);
  const inputOfSlot = new Int16Array(slotCount);
  const words = createWordList();
  let indexed: readonly string[] = [];
  return ({ link, parent }, keywords) => {
    if (indexed !== keywords) {
      inputOfSlot.fill(0);
      for (const [at, word] of keywords.entries()) inputOfSlot[keywordSlot(word)] = at + 1;
      indexed = keywords;
    }
    inputs.fill(0);
    const add = (text: string, nearness: number): void => {
      scanText(words, text, 4000);
      for (let at = 0; at < words.count; at++) {
        const input = inputOfSlot[words.hashes[at]! & (slotCount - 1)]! - 1;
        if (input >= 0) inputs[input] = Math.min(2, inputs[input]! + nearness);
      }
    };
    add(link.anchor, 1);
    add(link.window, 0.5);
    if (parent !== null) add(parent.title, 0.2);
    return inputs;
  };
}

function readWords(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : null;
}

function readAgents(value: unknown): Agent[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const isAgent = (agent: unknown): agent is Agent =>
    isRecord(agent) &&
    Number.isFinite(agent.energy) &&
    Array.isArray(agent.weights) &&
    agent.weights.length === keywordCount &&
    agent.weights.every(Number.isFinite);
  return value.every(isAgent) ? value.map(({ weights, energy }) => ({ weights: [...weights], energy })) : null;
}
