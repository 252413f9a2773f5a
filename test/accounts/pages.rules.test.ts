import { describe, expect, test } from 'vitest'
import { html } from '../../src/api/html'
import { ownPath } from '../../src/domain/login/sessions/next-page-rules'
import { pageContext } from '../../src/pages/context'
import { complaintHtml, field } from '../../src/pages/forms'
import { page } from '../../src/pages/page'
import { languageFor } from '../../src/pages/words/catalogue'

describe('ownPath', () => {
  test.each([
    ['/', '/'],
    ['/#narrow/channel/2', '/#narrow/channel/2'],
    ['/api?q=a b', '/api?q=a%20b'],
    ['/../login', '/login'],
    ['', '/'],
    ['api', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['//[', '/'],
  ])('of %j is %j', (next, expected) => {
    expect(ownPath(next)).toBe(expected)
  })
})

describe('languageFor', () => {
  test.each([
    ['', 'en', 'en'],
    ['', 'de', 'de'],
    ['', 'tlh', 'en'],
    ['zh-TW,de;q=0.5', 'en', 'de'],
    ['de-AT,de;q=0.9', 'en', 'de'],
    ['tlh,en;q=0.5,de;q=0.8', 'en', 'de'],
    ['de;q=0,en', 'de', 'en'],
    ['constructor,__proto__', 'toString', 'en'],
    [`${'x,'.repeat(1000)}de`, 'en', 'en'],
  ] as const)('of %j in an organization with %j is %j', (header, own, expected) => {
    expect(languageFor(header, own)).toBe(expected)
  })
})

const contextFor = (accept_language: string) =>
  pageContext(new Request('https://acme.example.com', { headers: { 'accept-language': accept_language } }), {
    realm_name: '<Acme>',
    icon: undefined,
    default_language: 'en',
  })

describe('a page', () => {
  test('escapes what it shows, and names its language', async () => {
    const response = page(contextFor('de'), {
      title: '<i>',
      body: field({ name: 'a', label: '<b>', value: '"><script>', autocomplete: 'off', maxlength: 3 }),
    })
    const text = await response.text()
    expect(text).toContain('<html lang="de" dir="ltr">')
    expect(text).toContain('&#60;Acme&#62;')
    for (const markup of ['<i>', '<b>', '<script>']) expect(text).not.toContain(markup)
  })

  test('runs only the script that it has, and leads only where it may', () => {
    const policyOf = (parts: { script?: string; form_targets?: string[] }) =>
      page(contextFor('en'), { title: '', body: html``, ...parts }).headers.get('content-security-policy')!
    expect(policyOf({})).not.toMatch(/script-src|connect-src|unsafe/)
    expect(policyOf({})).toContain("default-src 'none'")
    const policy = policyOf({ script: 'alert(1)', form_targets: ['zulip:'] })
    expect(policy).toContain("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; connect-src 'self'")
    expect(policy).toContain("form-action 'self' zulip:;")
  })

  test('shows a refusal in its language, or as the API states it', () => {
    const complaint = (language: string, msg: string) =>
      complaintHtml(contextFor(language), { msg, status: 400 }).markup
    expect(complaint('en', 'Account is deactivated')).toContain('Account is deactivated')
    expect(complaint('de', 'Account is deactivated')).toContain('Das Konto ist deaktiviert.')
    expect(complaint('de', 'Name too long!')).toContain('Name too long!')
  })
})
