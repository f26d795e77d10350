// One entry of a controlled vocabulary.

export interface VocabularyEntry {
  /** As the standard writes it. */
  readonly code: string;
  /** In English, in our words. */
  readonly label: string;
  /** Id of the concept whose terms name it in the other languages. */
  readonly concept: string;
}
