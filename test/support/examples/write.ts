import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { TestProject } from 'vitest/node'
import type { Example, Examples } from '../../../src/api/documentation/examples'
import { better, type Candidate, type Candidates } from './candidate'
import type {} from './record'

const FILE = path.join(import.meta.dirname, '../../../src/api/documentation/examples.data.json')

/** Writes what `record.ts` found in all files. What no test showed this time stays as it is in the file. */
export function setup({ vitest }: TestProject): () => void {
  return function teardown() {
    const files = vitest.state.getTestModules().sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    const found: Candidates = { endpoints: {}, events: {} }
    for (const file of files) {
      const { endpoints = {}, events = {} } = file.meta().examples ?? {}
      addAll(found.endpoints, endpoints)
      addAll(found.events, events)
    }
    const before = JSON.parse(readFileSync(FILE, 'utf8')) as Examples
    const after = {
      endpoints: merged<Example>(before.endpoints, found.endpoints),
      events: merged<object>(before.events, found.events),
    }
    writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`)
    process.stdout.write(
      `${Object.keys(found.endpoints).length} endpoints, ${Object.keys(found.events).length} events\n`,
    )
  }
}

function addAll<Value>(found: Record<string, Candidate<Value>>, more: Record<string, Candidate<Value>>): void {
  for (const [key, candidate] of Object.entries(more)) found[key] = better(found[key], candidate)
}

/** A new example replaces an old one, unless it only happened to be seen in the test of something else. */
function merged<Value>(before: Readonly<Record<string, Value>>, found: Record<string, Candidate<Value>>) {
  const after = new Map(Object.entries(before))
  for (const [key, { value, isInItsDescribe }] of Object.entries(found))
    if (isInItsDescribe || !after.has(key)) after.set(key, value)
  return Object.fromEntries([...after].sort(([a], [b]) => (a < b ? -1 : 1)))
}
