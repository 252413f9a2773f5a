import * as v from 'valibot'
import { expect } from 'vitest'
import type { FieldValue } from './person'

const LETTER = { type: 'private', to: [1], topic: '', content: 'x', timestamp: 1 }
const SAMPLES: FieldValue[] = [undefined, 1, 'x', true, [], {}, { name: 'x' }, LETTER, 'direct', 'add', '#000000']

/** A value that a parameter may have, for walking the catalogue: what does not fit is refused before anything else is. */
export function sampleOf(schema: v.GenericSchema, name: string): FieldValue {
  const options: FieldValue[] = 'options' in schema && Array.isArray(schema.options) ? schema.options : []
  const found = [...SAMPLES, ...options].find((each) => v.safeParse(schema, each).success)
  expect(v.safeParse(schema, found).success, `A sample that fits ${name} is missing`).toBe(true)
  return found
}
