import { describe, expect, test } from 'vitest'
import {
  objectionToAddress,
  refusalOfAddress,
  type AddressPolicy,
} from '../../src/domain/mail/email-domains/address-rules'
import { normalizedDomain, refusalOfDomain } from '../../src/domain/mail/email-domains/rules'

const EXAMPLE = { domain: 'example.com', allow_subdomains: false }

describe('refusalOfDomain and normalizedDomain', () => {
  test.for<[string, string | undefined]>([
    ['example.com', 'The domain example.com is already a part of your organization.'],
    ['example.org', undefined],
    ['sub.example.com', undefined],
    ['', "Invalid domain: Domain can't be empty."],
    ['localhost', 'Invalid domain: Domain must have at least one dot (.)'],
    ['.example.com', 'Invalid domain: Domain cannot start or end with a dot (.)'],
    ['a..b', "Invalid domain: Consecutive '.' are not allowed."],
    ['-a.com', "Invalid domain: Subdomains cannot start or end with a '-'."],
    ['a_b.com', "Invalid domain: Domain can only have letters, numbers, '.' and '-'s."],
    [`${'x'.repeat(77)}.com`, 'Invalid domain: Domain is too long.'],
  ])('%j: %s', ([domain, msg]) => {
    expect(refusalOfDomain(domain, [EXAMPLE])?.refusal.msg).toBe(msg)
  })

  test('domains are compared in lower case and without spaces', () => {
    expect(normalizedDomain(' Example.COM ')).toBe('example.com')
  })
})

describe('objectionToAddress and refusalOfAddress', () => {
  const OPEN: AddressPolicy = {
    emails_restricted_to_domains: false,
    disallow_disposable_email_addresses: true,
    domains: [],
  }
  const CLOSED: AddressPolicy = {
    ...OPEN,
    emails_restricted_to_domains: true,
    domains: [EXAMPLE, { domain: 'mailinator.com', allow_subdomains: true }],
  }
  const DISPOSABLE = 'Please use your real email address.'
  const OUTSIDE = 'Outside your domain.'
  const CASES: [email: string, policy: AddressPolicy, reason: string | undefined][] = [
    ['ada@example.org', OPEN, undefined],
    ['ada+parley@example.org', OPEN, undefined],
    ['ada@mailinator.com', OPEN, DISPOSABLE],
    ['ada@Some.Mailinator.COM', OPEN, DISPOSABLE],
    ['ada@notmailinator.com', OPEN, undefined],
    ['ada@mailinator.com', { ...OPEN, disallow_disposable_email_addresses: false }, undefined],
    ['ada@example.com', CLOSED, undefined],
    ['ada@EXAMPLE.com', CLOSED, undefined],
    ['ada@mail.example.com', CLOSED, OUTSIDE],
    ['ada@notexample.com', CLOSED, OUTSIDE],
    ['ada@example.com.evil.org', CLOSED, OUTSIDE],
    ['ada@deep.down.mailinator.com', CLOSED, undefined], // the organization allows it explicitly
    ['ada+1@example.com', CLOSED, 'Email addresses containing + are not allowed.'],
    ['ada@example.com', { ...CLOSED, domains: [] }, OUTSIDE],
  ]
  test.for(CASES)('%s, with the policy %j: %s', ([email, policy, reason]) => {
    expect(objectionToAddress(email, policy)?.reason).toBe(reason)
  })

  test('the refusal names the address, without spaces', () => {
    expect(refusalOfAddress(' ada@example.org ', CLOSED)?.refusal.msg).toBe(
      "Email 'ada@example.org' not allowed in this organization",
    )
    expect(refusalOfAddress('ada@example.com', CLOSED)).toBeUndefined()
  })
})
