import * as v from 'valibot'
import { expect } from 'vitest'
import type { FieldValue } from './person'

const MESSAGE = { type: 'private', to: [1], topic: '', content: 'x', timestamp: 1 }

/** A passkey that a browser made, or its signature. */
const CREDENTIAL = {
  id: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', attestationObject: 'x', authenticatorData: 'x', signature: 'x' },
}

const SAMPLES: FieldValue[] = [
  undefined,
  1,
  'x',
  true,
  [],
  {},
  { name: 'x' },
  MESSAGE,
  'direct',
  'add',
  '#000000',
  ['message'],
  CREDENTIAL,
  { kind: 'webhook' },
  [{ kind: 'write_to_person', content: 'x' }],
]

/** Returns a value that fits a parameter. A request with a value that does not fit is refused before all other checks. */
export function sampleOf(schema: v.GenericSchema, name: string): FieldValue {
  const options: FieldValue[] = 'options' in schema && Array.isArray(schema.options) ? schema.options : []
  const sample = [...SAMPLES, ...options].find((candidate) => v.safeParse(schema, candidate).success)
  expect(v.safeParse(schema, sample).success, `A sample that fits ${name} is missing`).toBe(true)
  return sample
}
