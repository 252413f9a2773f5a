import { describe, expect, test } from 'vitest'
import { OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const domainEvent = (op: string, more: object) => ({ type: 'realm_domains', op, ...more })

async function domainsOf(person: Person): Promise<Json> {
  const { domains } = succeeded(await person.get('/realm/domains'))
  const { state } = await person.registers({ fetch_event_types: ['realm_domains'] })
  expect(state.realm_domains).toEqual(domains)
  return domains
}

const EXAMPLE = { domain: 'example.com', allow_subdomains: false }

describe('POST /realm/domains', () => {
  test('an owner adds a domain, and all users receive it', async () => {
    const { ada, dov, ezra, fig } = await freshRealm()
    const received = await receivedBy([ada, dov, ezra, fig], async () => {
      const added = await ada.post('/realm/domains', { ...EXAMPLE, domain: ' Example.COM ' })
      expect(added).toEqual({ ...SUCCESS, new_domain: [expect.any(Number), 'example.com'] })
    })
    for (const { plain, able } of received)
      for (const events of [plain, able]) expect(events).toEqual([domainEvent('add', { realm_domain: EXAMPLE })])
    for (const person of [ada, ezra, fig]) expect(await domainsOf(person)).toEqual([EXAMPLE])
  })

  const BAD: [domain: string, why: string][] = [
    ['', "Domain can't be empty."],
    ['localhost', 'Domain must have at least one dot (.)'],
    ['.example.com', 'Domain cannot start or end with a dot (.)'],
    ['example.com.', 'Domain cannot start or end with a dot (.)'],
    ['example..com', "Consecutive '.' are not allowed."],
    ['-example.com', "Subdomains cannot start or end with a '-'."],
    ['example.com-', "Subdomains cannot start or end with a '-'."],
    ['exämple.com', "Domain can only have letters, numbers, '.' and '-'s."],
    ['ada@example.com', "Domain can only have letters, numbers, '.' and '-'s."],
    [`${'x'.repeat(80)}.com`, 'Domain is too long.'],
  ]
  test('an invalid or existing domain is refused, and so is every user who is not an owner', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    succeeded(await ada.post('/realm/domains', EXAMPLE))
    await changesNothing([ada, dov], async () => {
      for (const [domain, why] of BAD)
        expect(await ada.post('/realm/domains', { domain, allow_subdomains: true }), domain).toEqual(
          refusal(`Invalid domain: ${why}`),
        )
      expect(await ada.post('/realm/domains', { ...EXAMPLE, domain: 'EXAMPLE.com' })).toEqual(
        refusal('The domain example.com is already a part of your organization.'),
      )
      expect(await ada.post('/realm/domains', { domain: 'example.net' })).toMatchObject({
        var_name: 'allow_subdomains',
      })
      for (const other of [ben, dov, ezra])
        expect(await other.post('/realm/domains', { ...EXAMPLE, domain: 'example.org' })).toEqual(OWNERS_ONLY)
    })
  })
})

describe('PATCH /realm/domains/:domain', () => {
  test('an owner allows the subdomains of a domain', async () => {
    const { ada, ben, ezra } = await freshRealm()
    succeeded(await ada.post('/realm/domains', EXAMPLE))
    const realm_domain = { ...EXAMPLE, allow_subdomains: true }
    const [received] = await receivedBy([ezra], async () =>
      expect(await ada.patch('/realm/domains/Example.com', { allow_subdomains: true })).toEqual(SUCCESS),
    )
    expect(received!.plain).toEqual([domainEvent('change', { realm_domain })])
    expect(await domainsOf(ezra)).toEqual([realm_domain])
    await changesNothing([ada, ezra], async () => {
      expect(await ada.patch('/realm/domains/example.com', { allow_subdomains: true })).toEqual(SUCCESS)
      expect(await ben.patch('/realm/domains/example.com', { allow_subdomains: false })).toEqual(OWNERS_ONLY)
      expect(await ada.patch('/realm/domains/example.org', { allow_subdomains: true })).toEqual(
        refusal('No entry found for domain example.org.'),
      )
    })
  })
})

describe('DELETE /realm/domains/:domain', () => {
  test('the restriction to domains ends when the last domain is removed', async () => {
    const { ada, ben, dov } = await freshRealm()
    for (const domain of ['example.com', 'example.org'])
      succeeded(await ada.post('/realm/domains', { ...EXAMPLE, domain }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    const [first] = await receivedBy([dov], () => ada.delete('/realm/domains/example.org'))
    expect(first!.able).toEqual([domainEvent('remove', { domain: 'example.org' })])
    await changesNothing([ada, dov], async () => {
      expect(await ben.delete('/realm/domains/example.com')).toEqual(OWNERS_ONLY)
      expect(await ada.delete('/realm/domains/example.org')).toEqual(refusal('No entry found for domain example.org.'))
    })
    const [last] = await receivedBy([dov], async () =>
      expect(await ada.delete('/realm/domains/example.com')).toEqual(SUCCESS),
    )
    expect(last!.able).toEqual([
      domainEvent('remove', { domain: 'example.com' }),
      { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
    ])
    expect(await domainsOf(ada)).toEqual([])
  })
})

describe('addresses that an organization allows', () => {
  test('an administrator cannot create an account with an excluded address', async () => {
    const { ada, dov } = await freshRealm()
    const gwen = { full_name: 'Gwen', password: 'battery staple' }
    succeeded(await ada.post('/realm/domains', EXAMPLE))
    const createUser = (email: string) => ada.post('/users', { ...gwen, email })
    await changesNothing([ada, dov], async () =>
      expect(await createUser('gwen@mailinator.com')).toEqual(
        refusal('Disposable email addresses are not allowed in this organization'),
      ),
    )
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    await changesNothing([ada, dov], async () => {
      expect(await createUser('gwen@example.org')).toEqual(
        refusal("Email 'gwen@example.org' not allowed in this organization"),
      )
      expect(await createUser('gwen+1@example.com')).toEqual(
        refusal('Email addresses containing + are not allowed in this organization.'),
      )
    })
    succeeded(await createUser('gwen@example.com'))
  })
})
