// Parsers of the acorn family with a budget: they stop before the stack overflows, and after bounded time.
import { type Options, Parser } from 'acorn';

/** Nested calls of parser methods: about a hundred levels of nested code, a small part of the stack. */
const maxNestedMethods = 1_500;

/**
 * Calls of parsing methods per character. Plain code takes about 15; a parser that backtracks, as TypeScript's does for
 * casts, can need exponentially many.
 */
const maxCallsPerCharacter = 60;

/**
 * Errors × characters: the recovering parser counts the lines up to each error, which took 4 s for 200 KB of a broken
 * template.
 */
const maxErrorCharacters = 50_000_000;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The acorn parsers run regular expressions at every depth, and compiling one at the end of the stack crashes the
 * process instead of throwing (V8: "RegExpCompiler Allocation failed"). Hence this much lower depth limit. Exceeding
 * the budget is a SyntaxError, like everything else that can't be parsed.
 */
export function budgetedParser(parser: typeof Parser): (text: string, options: Options) => unknown {
  class Budgeted extends parser {}
  let depth = 0;
  let calls = 0;
  let errors = 0;
  for (const [name, method] of parsingMethods(parser.prototype)) {
    const value = function budgeted(this: unknown, ...args: unknown[]): unknown {
      if (depth >= maxNestedMethods || --calls < 0) throw new SyntaxError('nested too deeply, or in too many ways');
      depth++;
      try {
        return method.apply(this, args);
      } finally {
        depth--;
      }
    };
    Object.defineProperty(Budgeted.prototype, name, { value, writable: true });
  }
  const raise = { value: createRaise(() => --errors < 0) };
  Object.defineProperties(Budgeted.prototype, { raise, raiseRecoverable: raise });
  // The recovering parser has a second one for its tokens.
  class Tokens extends Parser {}
  Object.defineProperties(Tokens.prototype, { raise, raiseRecoverable: raise });
  Object.defineProperty(Budgeted, 'BaseParser', { value: Tokens });
  return (text, options) => {
    depth = 0;
    calls = text.length * maxCallsPerCharacter + 10_000;
    errors = maxErrorCharacters / (text.length + 1);
    return Budgeted.parse(text, options);
  };
}

/** An error without its line number. Over the budget, no parser recovers from it. */
function createRaise(isOver: () => boolean): (this: { readonly pos: number }, pos: number, message: string) => never {
  return function raise(pos, message) {
    if (isOver()) throw new RangeError('too many errors');
    throw Object.assign(new SyntaxError(message), { pos, raisedAt: this.pos });
  };
}

/** The parsing methods of a class and its base classes; the nearest one of each name. */
function parsingMethods(prototype: object): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (let at: object | null = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (/^(?:parse|ts|jsx_parse)[A-Z]/.test(name) && typeof value === 'function' && !methods.has(name))
        methods.set(name, value);
  }
  return methods;
}
