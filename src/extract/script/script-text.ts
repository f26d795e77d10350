// One script of a page, bundle or file.

export interface ScriptText {
  readonly text: string;
  /** Name of its file; '' for inline scripts, which share a global scope. */
  readonly file: string;
}
