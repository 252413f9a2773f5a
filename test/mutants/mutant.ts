/**
 * A change to one line that security or durability depends on. At least one of its tests must fail once the change is made:
 * `npm run mutants` makes each change in a copy of the project and runs the tests.
 *
 * To add one, add it to the file of its area. A new file in this folder is a new area: it exports one list, `mutants`.
 */
export type Mutant = {
  /** The source file that is changed. */
  file: `src/${string}.ts` | `conversion/${string}.ts` | `web/${string}.ts`
  /** The text that is replaced. It occurs exactly once in the file; keep it short, so that it survives other changes. */
  search: string
  replace: string
  /** An import that the replacement needs: it becomes the first line of the file. */
  imports?: string
  /** What the changed server does wrong, in one sentence. */
  reason: string
  /** The test files that must notice. The smallest is best: each mutant runs them all. */
  tests: readonly (
    | `test/${string}.test.ts`
    | `src/markdown/test/${string}.test.ts`
    | `web/test/${string}.rules.test.ts`
  )[]
  /** Runs only the tests whose title contains this text. Useful for long test files. */
  only?: string
}
