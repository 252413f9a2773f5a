// Judges whether a regular expression can take more than linear time.

import { createRequire } from 'node:module'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { check } from 'recheck'
import type { Diagnostics } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json')
/** The machine may be busy. A judgement without an end is no judgement. */
const LIMITS = { timeout: 60_000 }
const AT_ONCE = 4

type Pattern = { pattern: string; flags: string }

/** How the time of each pattern grows, or null if it is linear. */
type Judgements = Record<string, string | null>

/**
 * Returns, for each expression, how its time grows in the worst case (`2nd degree polynomial`, `exponential`), or undefined if
 * it is linear; also why it cannot be judged. `recheck` decides with automata. With look-around and references to groups, it tries texts from a fixed seed.
 * Also a search without an anchor counts, as programs search in whole texts. Judgements are kept in `cache`.
 */
export async function growthOf(expressions: readonly Pattern[], cache?: string): Promise<(string | undefined)[]> {
  const judgements = readCache(cache)
  const keys = [...new Set(expressions.map(keyOf))]
  const missing = keys.filter((key) => !(key in judgements))
  await Promise.all(Array.from({ length: AT_ONCE }, () => judgeAll(missing, judgements)))
  if (cache !== undefined) writeCache(cache, Object.fromEntries(keys.map((key) => [key, judgements[key] ?? null])))
  return expressions.map((expression) => judgements[keyOf(expression)] ?? undefined)
}

const keyOf = ({ pattern, flags }: Pattern) => `/${pattern}/${flags}`

function growthIn(found: Diagnostics): string | null {
  if (found.status === 'safe') return null
  return found.status === 'vulnerable' ? found.complexity.summary : `not judged: ${found.error.kind}`
}

async function judgeAll(keys: string[], judgements: Judgements) {
  for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
    const end = key.lastIndexOf('/')
    const found = await check(key.slice(1, end), key.slice(end + 1), LIMITS)
    judgements[key] = growthIn(found)
  }
}

function readCache(path: string | undefined): Judgements {
  if (path === undefined || !existsSync(path)) return {}
  const cached = JSON.parse(readFileSync(path, 'utf8'))
  return cached.version === version ? cached.judgements : {}
}

function writeCache(path: string, judgements: Judgements) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ version, judgements }))
}
