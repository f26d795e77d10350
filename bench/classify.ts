// How many layers the stack classifies per second on one core, and how large its model is. `npx tsx bench/classify.ts [layers]`.
import { cpus } from 'node:os';
import { type SeededRandom, seededRandom } from '../src/base/random/seeded-random.ts';
import { explainStack, predictStack, trainStack } from '../src/classify/component-stack.ts';

const layerCount = Number(process.argv[2] ?? 20_000);
const random = seededRandom(1);
const classes = Array.from({ length: 21 }, (_, at) => `topic ${at}`);
const syllables = 'ba de fi go lu ma ne pi ro su ta ve wi zo ka le'.split(' ');
const vocabulary = Array.from({ length: 8000 }, () => makeWord(random));
/** Each topic has its own words and shared ones. */
const own = classes.map(() => Array.from({ length: 150 }, () => vocabulary[random.below(vocabulary.length)]!));

function makeWord({ below }: SeededRandom): string {
  return Array.from({ length: 2 + below(3) }, () => syllables[below(syllables.length)]).join('');
}

/** Skewed frequencies: the rank of a word is the square of a uniform random number. */
function writeText(topic: number, length: number): string {
  const words = Array.from({ length }, () =>
    random.next() < 0.3
      ? own[topic]![random.below(150)]!
      : vocabulary[Math.floor(vocabulary.length * random.next() ** 2)]!,
  );
  return words.join(' ');
}

/** Realistic lengths: a name, a title of five words, some keywords, possibly an abstract. */
function makeLayer(topic: number) {
  const texts = {
    name: writeText(topic, 2).replace(' ', '_'),
    title: writeText(topic, 5),
    keywords: writeText(topic, random.below(6)),
    abstract: random.next() < 0.5 ? writeText(topic, 10 + random.below(40)) : '',
  };
  return { label: classes[topic]!, features: { texts } };
}

const layers = (count: number) => Array.from({ length: count }, () => makeLayer(random.below(classes.length)));
const trainStarted = performance.now();
const stack = trainStack(layers(2500), { maxTerms: 8000 });
const trainSeconds = (performance.now() - trainStarted) / 1000;
const megabytes = JSON.stringify(stack).length / 1e6;
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, n = ${layerCount} layers, ${classes.length} topics`,
);
console.log(`model: ${megabytes.toFixed(1)} MB of JSON, learned from 2,500 layers in ${trainSeconds.toFixed(1)} s`);
const requested = layers(layerCount);
for (const [name, classify] of [
  ['topics', predictStack],
  ['topics and the words that decided', explainStack],
] as const) {
  // CPU time of this process: independent of other programs.
  const before = process.cpuUsage();
  const right = requested.filter(({ label, features }) => classify(stack, features).label === label).length;
  const { user, system } = process.cpuUsage(before);
  const perSecond = layerCount / ((user + system) / 1e6);
  console.log(
    `${name}: ${Math.round(perSecond)} layers per second of processor, ${((100 * right) / layerCount).toFixed(1)} % right`,
  );
}
