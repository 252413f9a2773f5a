import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { TestProject } from 'vitest/node'
import type { Example, Examples } from '../../../src/api/documentation/examples'
import { better, type Candidate, type Candidates } from './candidate'
import type {} from './record'

const FILE = path.join(import.meta.dirname, '../../../src/api/documentation/examples.data.json')

/**
 * Writes the examples that `record.ts` found. An example of the file stays unless this run found one with
 * more fields. So a run changes only what changed in the API. Delete an example from the file to get another one.
 */
export function setup({ vitest }: TestProject): () => void {
  return function teardown() {
    const files = vitest.state.getTestModules().sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    const candidates: Candidates = { endpoints: {}, events: {} }
    for (const file of files) {
      const { endpoints = {}, events = {} } = file.meta().examples ?? {}
      addAll(candidates.endpoints, endpoints)
      addAll(candidates.events, events)
    }
    const before = JSON.parse(readFileSync(FILE, 'utf8')) as Examples
    const after = {
      endpoints: merged<Example>(before.endpoints, candidates.endpoints),
      events: merged<object>(before.events, candidates.events),
    }
    writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`)
    process.stdout.write(
      `${Object.keys(candidates.endpoints).length} endpoints, ${Object.keys(candidates.events).length} events\n`,
    )
  }
}

function addAll<Value>(found: Record<string, Candidate<Value>>, more: Record<string, Candidate<Value>>): void {
  for (const [key, candidate] of Object.entries(more)) found[key] = better(found[key], candidate)
}

/** A new example replaces an old one if it has all its fields and more, unless it comes from the test of another endpoint. */
function merged<Value>(before: Readonly<Record<string, Value>>, found: Record<string, Candidate<Value>>) {
  const after = new Map(Object.entries(before))
  for (const [key, { value, isInItsDescribe }] of Object.entries(found)) {
    const old = after.get(key)
    if (old === undefined || (isInItsDescribe && hasMoreFields(value, old))) after.set(key, value)
  }
  return Object.fromEntries([...after].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hasMoreFields(value: unknown, old: unknown): boolean {
  const [fields, oldFields] = [fieldsOf(value), fieldsOf(old)]
  return fields.size > oldFields.size && [...oldFields].every((name) => fields.has(name))
}

/** Returns the names of the fields at any depth. A number as a key is an id. */
const fieldsOf = (value: unknown) => new Set(JSON.stringify(value).match(/"[a-z_][\w-]*":/gi))
