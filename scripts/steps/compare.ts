/** The steps of a list: their hashes in order, by their owner, and by what stores them: the realm, a gateway, or D1. */
export type Steps = Record<string, Record<string, string[]>>

/**
 * Compares the steps of the code with those that are committed. `broken` are steps that databases have run and that the code no
 * longer has. `missing` are steps that are not in the list yet.
 */
export function compareSteps(listed: Steps, found: Steps) {
  const [was, is] = [numbered(listed), numbered(found)]
  const broken = [...was].flatMap(([step, hash]) => {
    const now = is.get(step)
    if (now === undefined) return [`${step} was removed.`]
    return now === hash ? [] : [`${step} was changed.`]
  })
  return { broken, missing: [...is.keys()].filter((step) => !was.has(step)) }
}

/** Returns the hash of each step, by its name. */
function numbered(steps: Steps): Map<string, string> {
  const found = new Map()
  for (const [place, owners] of Object.entries(steps))
    for (const [owner, hashes] of Object.entries(owners))
      for (const [index, hash] of hashes.entries()) found.set(`${place}: step ${index + 1} of ${owner}`, hash)
  return found
}
