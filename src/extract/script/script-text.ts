// One script, as pages, bundles and files hand it over to be read.

export interface ScriptText {
  readonly text: string;
  /** Name of its file; '' for scripts inside a page, which share their names. */
  readonly file: string;
}
