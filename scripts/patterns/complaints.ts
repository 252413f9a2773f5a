import { expressionsOf, readProgram, reasonsIn } from './expressions.ts'
import { judgementsOf, keyOf, type Earlier } from './growth.ts'

/**
 * Returns how many regular expressions the files have, how each was judged, and what is wrong with them, as sentences. An expression that may take
 * more than linear time, or whose pattern the program computes, needs a comment `// Linear: …` that says why its time is bounded.
 */
export async function complaintsAboutPatterns(
  paths: string[],
  { nameOf = (path) => path, ...earlier }: Earlier & { nameOf?: (path: string) => string } = {},
) {
  const expressions = paths.flatMap((path) => expressionsOf(path).map((expression) => ({ path, ...expression })))
  const judgements = await judgementsOf(expressions, earlier)
  const used = new Set()
  const complaints = expressions.flatMap(({ path, line, pattern, flags, isWhole, reason, reasonLine }) => {
    const growth = judgements[keyOf({ pattern, flags })] ?? undefined
    if (isWhole && growth === undefined) return []
    used.add(`${path}:${reasonLine}`)
    if (reason !== undefined) return []
    const fault = isWhole ? `can take more than linear time (${growth})` : 'is computed'
    return [
      `${nameOf(path)}:${line}  /${pattern}/${flags} ${fault}. Change it, or say after "// Linear: " what bounds it.`,
    ]
  })
  const unused = paths.flatMap((path) =>
    [...reasonsIn(readProgram(path)).keys()]
      .filter((line) => !used.has(`${path}:${line}`))
      .map((line) => `${nameOf(path)}:${line}  The comment "Linear:" has no expression that needs it.`),
  )
  return { count: expressions.length, judgements, complaints: [...complaints, ...unused] }
}
