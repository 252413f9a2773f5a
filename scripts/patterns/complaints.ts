import { expressionsOf, readProgram, reasonsIn } from './expressions.ts'
import { growthOf } from './growth.ts'

/**
 * Returns how many regular expressions the files have, and what is wrong with them, as sentences. An expression that may take
 * more than linear time, or whose pattern the program computes, needs a comment `// Linear: …` that says why its time is bounded.
 */
export async function complaintsAboutPatterns(
  paths: string[],
  { cache, nameOf = (path) => path }: { cache?: string; nameOf?: (path: string) => string } = {},
) {
  const expressions = paths.flatMap((path) => expressionsOf(path).map((expression) => ({ path, ...expression })))
  const growths = await growthOf(expressions, cache)
  const used = new Set()
  const complaints = expressions.flatMap(({ path, line, pattern, flags, isWhole, reason, reasonLine }, at) => {
    if (isWhole && growths[at] === undefined) return []
    used.add(`${path}:${reasonLine}`)
    if (reason !== undefined) return []
    const fault = isWhole ? `can take more than linear time (${growths[at]})` : 'is computed'
    return [
      `${nameOf(path)}:${line}  /${pattern}/${flags} ${fault}. Change it, or say after "// Linear: " what bounds it.`,
    ]
  })
  const unused = paths.flatMap((path) =>
    [...reasonsIn(readProgram(path)).keys()]
      .filter((line) => !used.has(`${path}:${line}`))
      .map((line) => `${nameOf(path)}:${line}  The comment "Linear:" has no expression that needs it.`),
  )
  return { count: expressions.length, complaints: [...complaints, ...unused] }
}
