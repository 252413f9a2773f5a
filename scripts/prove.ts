// npm run prove            random sequences for five minutes, hostile requests, costly Markdown, and eighty kills of the process
// npm run prove -- 60 7    for an hour, from the seed 7 on
//
// `npm test` does a part of this. A sequence that breaks the law is printed with its seed.

import { spawnSync } from 'node:child_process'
import process from 'node:process'

const [minutes = '5', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const KILLS = '20'

console.log(`For ${minutes} minutes, from the seed ${seed} on.`)
const env = { ...process.env, PROVE_SECONDS: String(Number(minutes) * 60), PROVE_SEED: seed }
const programs = [
  ['vitest', 'run', 'test/prove', 'test/fuzz'],
  ...['0', '1', '4', '16'].map((gateways) => ['node', 'bench/killing.ts', KILLS, gateways]),
]
const failed = programs.filter(
  ([program = '', ...words]) => spawnSync(program, words, { env, stdio: 'inherit' }).status !== 0,
)
for (const [program, ...words] of failed) console.error(`BROKEN: ${program} ${words.join(' ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
