export type Part<Whole> = Whole extends readonly (infer Item)[]
  ? Part<Item>[]
  : Whole extends object
    ? { [Name in keyof Whole]?: Part<Whole[Name]> }
    : Whole

/** Returns a part of a value as if it were all of it. A test of a rule states what the rule reads, and nothing else. */
export function partOf<Whole extends object>(part: Part<Whole>): Whole
export function partOf(part: object): object {
  return part
}
