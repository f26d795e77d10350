// The experiments of the laboratory, in the order of the report.
import { quickness } from './quickness/run.ts';
import { type ListedExperiment, listed } from './report/experiment.ts';

export const experiments: readonly ListedExperiment[] = [listed(quickness)];
