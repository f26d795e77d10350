// Assigns topics to resources and layers from all texts of a description.
import type { Description } from '../model/resource.ts';
import type { Topic } from '../model/topic.ts';
import type { TopicContext, TopicReader, TopicsOfResource } from '../model/topic-reader.ts';
import { readEvidence } from './concept-evidence.ts';
import { declaredTopics } from './declared-topics.ts';
import { joinEvidence, type LanguageEvidence, likelyLanguages, noEvidence } from './language-evidence.ts';
import { learnedTopics, themeFeatures, themeModel } from './theme-model.ts';
import { textsOfLayer, textsOfResource } from './topic-texts.ts';
import { surestFirst, topicsOfEvidence } from './topics-of-evidence.ts';

/** Further layers repeat the topics already seen. */
const layersForLanguage = 200;
/** A national service has layers on everything. */
const mostTopics = 250;

export const topicReader: TopicReader = { version: '2', read: readTopics };

function readTopics(description: Description, context: TopicContext): TopicsOfResource {
  const texts = textsOfResource(description, context);
  const own = readEvidence(texts);
  const languages = joinEvidence(own.languages, languagesOfLayers(description));
  const showsGround = !isObserving(description);
  const layers = description.layers.map((layer) => {
    const { concepts } = readEvidence(textsOfLayer(layer), languages);
    return merged(topicsOfEvidence(concepts, showsGround), declaredTopics(layer.keywords));
  });
  const ownTopics = merged(
    topicsOfEvidence(own.concepts, showsGround),
    declaredTopics(description.keywords),
    learnedTopics(themeModel(), themeFeatures(texts, own.concepts)),
  );
  const topics = merged(ownTopics, topicsOfLayers(layers)).slice(0, mostTopics);
  return { topics, layers, languages: likelyLanguages(languages) };
}

/** Words the description excludes. */
export function readNegated(description: Description, context: TopicContext): readonly string[] {
  const texts = [textsOfResource(description, context), ...description.layers.map((layer) => textsOfLayer(layer))];
  return [...new Set(texts.flatMap((own) => readEvidence(own).negated))];
}

function languagesOfLayers({ layers }: Description): LanguageEvidence {
  const texts = layers.slice(0, layersForLanguage).flatMap((layer) => textsOfLayer(layer));
  return texts.length === 0 ? noEvidence : readEvidence(texts).languages;
}

/** Topics of many layers apply to the service as a whole; those of one in a hundred are still present in it. */
function topicsOfLayers(layers: readonly (readonly Topic[])[]): readonly Topic[] {
  const best = new Map<string, { topic: Topic; count: number }>();
  for (const topics of layers) {
    for (const topic of topics) {
      const known = best.get(topic.id);
      if (known === undefined) best.set(topic.id, { topic, count: 1 });
      else {
        known.count++;
        if (topic.confidence > known.topic.confidence) known.topic = topic;
      }
    }
  }
  return [...best.values()].map(({ topic, count }) => ({
    ...topic,
    confidence: Math.round(topic.confidence * (0.7 + 0.3 * Math.sqrt(count / layers.length)) * 100) / 100,
  }));
}

/** Each topic once, with its highest confidence and the words of both. */
function merged(...lists: readonly (readonly Topic[])[]): readonly Topic[] {
  const byId = new Map<string, Topic>();
  for (const topic of lists.flat()) {
    const known = byId.get(topic.id);
    if (known === undefined) byId.set(topic.id, topic);
    else {
      const [surer, other] = topic.confidence > known.confidence ? [topic, known] : [known, topic];
      byId.set(topic.id, { ...surer, words: [...new Set([...surer.words, ...other.words])].slice(0, 5) });
    }
  }
  return [...byId.values()].sort(surestFirst);
}

/** Operations of services that deliver measurements, results or records rather than maps and features. */
const observing = new Set(['GetObservation', 'Execute', 'GetRecords']);

function isObserving({ operations }: Description): boolean {
  return operations.some((operation) => observing.has(operation));
}
