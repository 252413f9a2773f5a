import { describe, expect, test } from 'vitest'
import type { Resource } from '../../src/domain/accounts/scim/attribute'
import { parseFilter, passes } from '../../src/domain/accounts/scim/filter-rules'
import { listResponse, selected } from '../../src/domain/accounts/scim/listing-rules'
import { normalForm } from '../../src/domain/accounts/scim/normal-form'
import { operationsIn, patched } from '../../src/domain/accounts/scim/patch-rules'
import { GROUP, userSchema } from '../../src/domain/accounts/scim/schemas'
import { addressIn, fullNameIn, roleIn } from '../../src/domain/accounts/scim/user-rules'

const SCHEMA = userSchema(false)
const ADA: Resource = {
  userName: 'ada@corp.example',
  name: { givenName: 'Ada', familyName: 'Okafor' },
  active: true,
  emails: [
    { value: 'ada@corp.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
}

const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a filter', () => {
  test.for<[filter: string, expected: boolean]>([
    ['userName eq "ADA@corp.example"', true],
    ['USERNAME EQ "ada@corp.example"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@corp.example"', true],
    ['userName eq "ben@corp.example"', false],
    ['userName sw "ada" and active eq true', true],
    ['userName sw "ada" and active eq false', false],
    ['active eq "True"', true],
    ['name.familyName co "kaf"', true],
    ['externalId pr', false],
    ['not (externalId pr)', true],
    ['externalId eq "x" or (userName ew "example" and name.givenName eq "ada")', true],
    ['emails[type eq "home" and value co "home"]', true],
    ['emails[type eq "home" and value co "corp"]', false],
    ['emails eq "ada@home.example"', true],
    ['emails.type ne "work"', false],
    ['userName gt "aa"', true],
    ['userName eq "quo\\"te"', false],
  ])('%s', ([filter, expected]) => {
    expect(passes(parseFilter(filter), ADA)).toBe(expected)
  })

  test.for([
    ['userName'],
    ['userName eq'],
    ['userName is "x"'],
    ['userName eq x'],
    ['userName eq "x" and'],
    ['(userName eq "x"'],
    ['userName eq "x")'],
    ['emails[type eq "x"'],
    ['"x" eq userName'],
    [`${'('.repeat(20)}userName pr${')'.repeat(20)}`],
    [`userName eq "${'x'.repeat(1000)}"`],
  ])('%s is malformed', ([filter]) => {
    expect(refusalOf(() => parseFilter(filter!))).toBe('The filter is malformed, or too long')
  })
})

const patch = (...Operations: object[]) =>
  patched(SCHEMA, ADA, operationsIn(JSON.parse(JSON.stringify({ Operations }))))

describe('the operations of a PATCH', () => {
  test.for<[what: string, operation: object, changed: Resource]>([
    ['Okta without a path', { op: 'replace', value: { active: false } }, { active: false }],
    ['Entra with capitals and texts', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'Entra with a dot in a name',
      { op: 'Add', value: { 'name.givenName': 'A.' } },
      { name: { givenName: 'A.', familyName: 'Okafor' } },
    ],
    [
      'a part of a name',
      { op: 'replace', path: 'name.familyName', value: 'O.' },
      { name: { givenName: 'Ada', familyName: 'O.' } },
    ],
    [
      'the whole name',
      { op: 'add', path: 'name', value: { formatted: 'Ada' } },
      { name: { ...(ADA.name as object), formatted: 'Ada' } },
    ],
    ['the name of the schema', { op: 'replace', path: `${SCHEMA.id}:displayName`, value: 'A' }, { displayName: 'A' }],
    ['an unknown attribute', { op: 'add', path: 'title', value: 'Dr' }, {}],
    [
      'an extension',
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x' },
      {},
    ],
  ])('%s', ([, operation, changed]) => {
    expect(patch(operation)).toEqual({ ...ADA, ...changed })
  })

  test('Entra changes one value of a list, and adds it if there is none', () => {
    const work = patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@corp.example' })
    expect(addressIn(work)).toBe('new@corp.example')
    const roles = patch({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'guest' })
    expect(roles.roles).toEqual([{ primary: true, value: 'guest' }])
  })

  test('values are added once, removed by a filter or by a list, and replaced together', () => {
    const home = { value: 'ada@home.example', type: 'other' }
    expect(patch({ op: 'add', path: 'emails', value: [home] }).emails).toEqual([
      { value: 'ada@corp.example', type: 'work', primary: true },
      home,
    ])
    expect(patch({ op: 'remove', path: 'emails[type eq "home"]' }).emails).toHaveLength(1)
    expect(patch({ op: 'remove', path: 'emails', value: [{ value: 'ada@home.example' }] }).emails).toHaveLength(1)
    expect(patch({ op: 'replace', path: 'emails', value: [home] }).emails).toEqual([home])
    expect(patch({ op: 'remove', path: 'emails' })).not.toHaveProperty('emails')
    const primary = { value: 'ada@new.example', primary: true }
    expect(addressIn(patch({ op: 'add', path: 'emails', value: [primary] }))).toBe('ada@new.example')
  })

  test.for<[operation: object, problem: string]>([
    [{ op: 'move', path: 'active' }, 'An operation needs an op: add, replace or remove'],
    [{ op: 'remove' }, 'A removal needs a path'],
    [{ op: 'replace', value: 'x' }, 'An operation without a path needs an object'],
    [{ op: 'replace', path: 'active' }, 'An operation has no value'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, 'active must be true or false'],
    [{ op: 'replace', path: 'emails[type', value: [] }, 'The path emails[type is malformed'],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(1001) }, 'displayName has more than 300 characters'],
    [{ op: 'add', path: 'roles', value: [{ value: 'owner' }] }, 'value must be one of the canonical values'],
  ])('%j is refused', ([operation, problem]) => {
    expect(refusalOf(() => patch(operation))).toBe(problem)
  })

  test('are bounded', () => {
    const many = Array(1001).fill({ op: 'replace', path: 'active', value: true })
    expect(refusalOf(() => patch(...many))).toBe('Operations must be a list of 1 to 1000 operations')
    const values = Array(21).fill({ value: 'a@corp.example' })
    expect(refusalOf(() => patch({ op: 'add', path: 'emails', value: values }))).toBe('emails has more than 20 values')
  })
})

describe('the operations of a PATCH of a group', () => {
  test('look at a limited number of members together', () => {
    const members = Array.from({ length: 2000 }, (_, index) => ({ value: String(index + 1) }))
    const after = (count: number) => {
      const Operations = Array.from({ length: count }, () => ({ op: 'add', path: 'members', value: [{ value: '1' }] }))
      return patched(GROUP, { displayName: 'Sales', members }, operationsIn({ Operations }))
    }
    expect(after(400).members).toHaveLength(2000)
    expect(() => after(1000)).toThrow('The operations change too many values at once')
  })
})

describe('the account of a user of the directory', () => {
  test.for<[document: Resource, expected: string | undefined]>([
    [{ displayName: 'Ada Okafor', name: { formatted: 'Other' } }, 'Ada Okafor'],
    [{ name: { formatted: 'Ada O.', givenName: 'X' } }, 'Ada O.'],
    [{ name: { givenName: 'Ada', familyName: 'Okafor' } }, 'Ada Okafor'],
    [{ displayName: 'Ada "Ace" **Okafor**|7' }, 'Ada Ace Okafor 7'],
    [{ displayName: 'x'.repeat(200) }, 'x'.repeat(100)],
    [{ displayName: ' ' }, undefined],
  ])('has a name that mentions allow: %j', ([document, expected]) => {
    expect(fullNameIn(document)).toBe(expected)
  })

  test('has the primary address, or else the name of the user', () => {
    expect(addressIn({ userName: 'ada@upn.example', emails: ADA.emails! })).toBe('ada@corp.example')
    expect(addressIn({ userName: 'ada@upn.example' })).toBe('ada@upn.example')
    expect(addressIn({ userName: 'ada' })).toBeUndefined()
  })

  test('has a role only if one is stated', () => {
    expect(roleIn({ roles: [{ value: 'guest' }, { value: 'Administrator', primary: true }] })).toBe(200)
    expect(roleIn({})).toBeUndefined()
  })

  test('is read in any case, without attributes that this server does not know', () => {
    const body = { USERNAME: 'a', Active: 'FALSE', id: '7', meta: {}, title: 'Dr', Emails: { Value: 'a@b.example' } }
    expect(normalForm(SCHEMA, body)).toEqual({ userName: 'a', active: false, emails: [{ value: 'a@b.example' }] })
  })
})

describe('a page of resources', () => {
  const items = [1, 2, 3, 4, 5]
  const page = (startIndex: string, count: string) => listResponse(items, { startIndex, count }, (id) => ({ id }))
  test.for<[startIndex: string, count: string, ids: number[]]>([
    ['', '', [1, 2, 3, 4, 5]],
    ['2', '2', [2, 3]],
    ['0', '1', [1]],
    ['-7', '-1', []],
    ['9', '2', []],
    ['x', 'y', [1, 2, 3, 4, 5]],
  ])('from %s, %s of them', ([startIndex, count, ids]) => {
    expect(page(startIndex, count)).toMatchObject({
      totalResults: 5,
      itemsPerPage: ids.length,
      Resources: ids.map((id) => ({ id })),
    })
  })

  test('ends early if its resources are large, after at least one', () => {
    const large = { text: 'x'.repeat(3 * 1024 * 1024) }
    expect(listResponse(items, { startIndex: '2', count: '' }, () => large)).toMatchObject({
      totalResults: 5,
      itemsPerPage: 1,
    })
    const larger = { text: 'x'.repeat(5 * 1024 * 1024) }
    expect(listResponse(items, { startIndex: '', count: '' }, () => larger)).toMatchObject({ itemsPerPage: 1 })
  })

  test('has only the attributes that the client wants', () => {
    const resource = { schemas: ['s'], id: '1', ...ADA }
    expect(selected(resource, { attributes: 'USERNAME,name.givenName', excludedAttributes: '' })).toEqual({
      schemas: ['s'],
      id: '1',
      userName: 'ada@corp.example',
      name: { givenName: 'Ada' },
    })
    expect(Object.keys(selected(resource, { attributes: '', excludedAttributes: 'emails,id, name' }))).toEqual([
      'schemas',
      'id',
      'userName',
      'active',
    ])
  })
})
