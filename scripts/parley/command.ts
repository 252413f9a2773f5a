import type { Ask } from '../api-client.ts'

/** An option with a value is a text, unless its type is `boolean`. */
export type Option = { summary: string; type?: 'boolean' }

export type CommonOptions = {
  url?: string | undefined
  zuliprc?: string | undefined
  json?: boolean | undefined
  'dry-run'?: boolean | undefined
}

type Needs = 'user' | 'deployment' | 'nothing'

/** The words after a command: `x?` is optional, and `x…` takes all others. */
type Operands<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Others extends readonly string[],
]
  ? First extends `${string}…`
    ? string[]
    : First extends `${string}?`
      ? [string?, ...Operands<Others>]
      : [string, ...Operands<Others>]
  : []

type Values<Options> = CommonOptions & {
  [Name in keyof Options]?: Options[Name] extends { type: 'boolean' } ? boolean : string
}

type Context<Operands, Values, Url> = {
  ask: Ask
  url: Url
  email: string | undefined
  options: Values
  operands: Operands
}

/**
 * A command. `name` is one or two words. `needs` is whose credentials the requests have: by default those of the
 * user. `run` returns what `--json` prints, `print` makes text of it, and `statusOf` returns the exit status.
 */
type Declared<Names extends readonly string[], Options, Need extends Needs, Result> = {
  name: string
  summary: string
  operands?: Names
  needs?: Need
  options?: Options
  run(
    context: Context<Operands<Names>, Values<Options>, 'nothing' extends Need ? string | undefined : string>,
  ): Promise<Result>
  print?(result: Result): string
  statusOf?(result: Result): number
}

/** A command of any kind. `run` counts the operands and reads the options as the command declares them. */
export type Command = {
  name: string
  summary: string
  operands?: readonly string[]
  needs?: Needs
  options?: Record<string, Option>
  run: (
    context: Context<string[], CommonOptions & Record<string, string | boolean | undefined>, string | undefined>,
  ) => Promise<unknown>
  print?: (result: unknown) => string
  statusOf?: (result: unknown) => number
}

/** Declares a command. The types of its operands and options follow from their declarations, so no caller can check them. */
export function command<
  const Names extends readonly string[] = [],
  const Options extends Record<string, Option> = Record<never, Option>,
  Need extends Needs = 'user',
  Result = unknown,
>(declared: Declared<Names, Options, Need, Result>): Command
export function command(declared: object): object {
  return declared
}
