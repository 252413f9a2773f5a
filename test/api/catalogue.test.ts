import { describe, expect, test } from 'vitest'
import { allDueWork, audienceKinds, declaredForRealms, endpoints, eventKinds } from '../../src/catalogue'

const modules = import.meta.glob<object>('../../src/domain/**/*.ts', { eager: true })

const exported = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).map(([name, value]: [string, unknown]) => ({ name: `${path} ${name}`, value })),
)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const { slices, adornments, acquaintances, introductions } = declaredForRealms

/** How to recognise each kind of declaration, and where the catalogue has it. */
const kinds: Record<string, { marks: string[]; catalogue: ReadonlySet<unknown> }> = {
  endpoints: { marks: ['route', 'caller', 'params'], catalogue: new Set(endpoints) },
  'parts of /register': { marks: ['fetchedFor', 'read'], catalogue: new Set(slices) },
  'due work': { marks: ['name', 'run'], catalogue: new Set(allDueWork) },
  'message extras': { marks: ['adorns', 'forget'], catalogue: new Set(adornments) },
  'shared contexts': { marks: ['acquaints', 'between'], catalogue: new Set(acquaintances) },
  'initial user data': { marks: ['introduces', 'tell'], catalogue: new Set(introductions) },
}

describe('the catalogue', () => {
  for (const [kind, { marks, catalogue }] of Object.entries(kinds))
    test(`has all ${kind} that a concept exports`, () => {
      const found = exported.filter(({ value }) => isObject(value) && marks.every((mark) => mark in value))
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter(({ value }) => !catalogue.has(value)).map(({ name }) => name)).toEqual([])
    })

  test('has all events and audiences that a concept exports', () => {
    const known = new Set<unknown>([...eventKinds.values(), ...audienceKinds.values()])
    const found = exported.flatMap(({ name, value }) =>
      typeof value === 'function' && 'kind' in value ? [{ name, kind: value.kind }] : [],
    )
    expect(found.length).toBeGreaterThan(80)
    expect(found.filter(({ kind }) => !known.has(kind)).map(({ name }) => name)).toEqual([])
  })
})
