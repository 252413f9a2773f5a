import { describe, expect, test } from 'vitest'
import { dueWork, audienceKinds, realmDeclarations, endpoints, eventKinds } from '../../src/catalogue'

const modules = import.meta.glob<object>('../../src/domain/**/*.ts', { eager: true })

const exported = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).map(([name, value]: [string, unknown]) => ({ name: `${path} ${name}`, value })),
)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const { slices, messageExtras, sharedContexts, initialUserData } = realmDeclarations

/** The fields by which a test recognises each kind of declaration, and the list of that kind in the catalogue. */
const kinds: Record<string, { fields: string[]; catalogue: ReadonlySet<unknown> }> = {
  endpoints: { fields: ['route', 'caller', 'params'], catalogue: new Set(endpoints) },
  'parts of /register': { fields: ['fetchedFor', 'read'], catalogue: new Set(slices) },
  'due work': { fields: ['name', 'run'], catalogue: new Set(dueWork) },
  'message extras': { fields: ['field', 'delete'], catalogue: new Set(messageExtras) },
  'shared contexts': { fields: ['findUsers', 'isShared'], catalogue: new Set(sharedContexts) },
  'initial user data': { fields: ['name', 'publish'], catalogue: new Set(initialUserData) },
}

describe('the catalogue', () => {
  for (const [kind, { fields, catalogue }] of Object.entries(kinds))
    test(`has all ${kind} that a concept exports`, () => {
      const declarations = exported.filter(({ value }) => isObject(value) && fields.every((field) => field in value))
      expect(declarations.length).toBeGreaterThan(0)
      expect(declarations.filter(({ value }) => !catalogue.has(value)).map(({ name }) => name)).toEqual([])
    })

  test('has all events and audiences that a concept exports', () => {
    const cataloguedKinds = new Set<unknown>([...eventKinds.values(), ...audienceKinds.values()])
    const declarations = exported.flatMap(({ name, value }) =>
      typeof value === 'function' && 'kind' in value ? [{ name, kind: value.kind }] : [],
    )
    expect(declarations.length).toBeGreaterThan(80)
    expect(declarations.filter(({ kind }) => !cataloguedKinds.has(kind)).map(({ name }) => name)).toEqual([])
  })
})
