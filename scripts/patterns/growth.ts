// Judges whether a regular expression can take more than linear time.

import { createRequire } from 'node:module'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { check } from 'recheck'
import type { Diagnostics } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json')
/**
 * Only steps count, so a busy machine judges as an idle one does. The longest text that is tried has 300,000 characters: what
 * needs fewer than 50 steps for each is linear.
 */
const LIMITS = {
  timeout: 300_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 15_000_000,
}
const AT_ONCE = 4
/** What a judgement depends on, beside the expression. */
export const JUDGE = `recheck ${version}, ${LIMITS.attackLimit} steps`

type Pattern = { pattern: string; flags: string }

/** How the time of each pattern grows, or null if it is linear. */
export type Judgements = Record<string, string | null>

/** Earlier judgements: a file that keeps those of this copy, and those that the caller believes. */
export type Earlier = { cache?: string; believed?: Judgements }

/**
 * Returns, for each expression, how its time grows in the worst case (`2nd degree polynomial`, `exponential`), or null if it is
 * linear; also why it cannot be judged. `recheck` decides with automata. With look-around and references to groups, it tries texts from a fixed seed.
 * Also a search without an anchor counts, as programs search in whole texts. Judgements are kept in `cache`.
 */
export async function judgementsOf(
  expressions: readonly Pattern[],
  { cache, believed = {} }: Earlier = {},
): Promise<Judgements> {
  const judgements = { ...readCache(cache), ...believed }
  const byKey = new Map(expressions.map((expression) => [keyOf(expression), expression]))
  const keys = [...byKey.keys()]
  const missing = [...byKey].filter(([key]) => !(key in judgements))
  await Promise.all(Array.from({ length: AT_ONCE }, () => judgeAll(missing, judgements)))
  const found = Object.fromEntries(keys.map((key) => [key, judgements[key] ?? null]))
  if (cache !== undefined) writeCache(cache, found)
  return found
}

export const keyOf = ({ pattern, flags }: Pattern) => `/${pattern}/${flags}`

function growthIn(found: Diagnostics): string | null {
  if (found.status === 'safe') return null
  return found.status === 'vulnerable' ? found.complexity.summary : `not judged: ${found.error.kind}`
}

async function judgeAll(missing: [key: string, pattern: Pattern][], judgements: Judgements) {
  for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
    const [key, { pattern, flags }] = next
    judgements[key] = growthIn(await check(pattern, flags, LIMITS))
  }
}

function readCache(path: string | undefined): Judgements {
  if (path === undefined || !existsSync(path)) return {}
  const cached = JSON.parse(readFileSync(path, 'utf8'))
  return cached.judge === JUDGE ? cached.judgements : {}
}

function writeCache(path: string, judgements: Judgements) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ judge: JUDGE, judgements }))
}
