// What the learned order knows before its first visit.
export function learnedPrior(): unknown {
  return null;
}
