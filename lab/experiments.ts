// The experiments of the laboratory, in the order of the report.
import { categories } from './categories/categories.ts';
import { change } from './change/run.ts';
import { decay } from './decay/run.ts';
import { landCover } from './land-cover/land-cover.ts';
import { linkHop } from './link-hop/run.ts';
import { mapApplications } from './map-applications/report.ts';
import { quickness } from './quickness/run.ts';
import { type ListedExperiment, listed } from './report/experiment.ts';
import { topicCrawl } from './topic-crawl/run.ts';
import { urlModel } from './url-model/run.ts';
import { webkb } from './webkb/run.ts';
import { width } from './width/run.ts';
import { workers } from './workers/run.ts';

export const experiments: readonly ListedExperiment[] = [
  listed(quickness),
  listed(topicCrawl),
  listed(webkb),
  listed(urlModel),
  listed(linkHop),
  listed(width),
  listed(mapApplications),
  listed(change),
  listed(decay),
  listed(categories),
  listed(landCover),
  listed(workers),
];
