import { describe, expect, test } from 'vitest'
import { DOCUMENTS } from '../../src/domain/messages/public-pages/documents'
import { visit } from '../support/files'
import { freshRealm } from '../support/realm'

describe('GET site:/help/:document', () => {
  test('shows a document to everyone, in the style of the other pages', async () => {
    const { realm } = await freshRealm()
    const response = await visit(realm, '/help/apps')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const page = await response.text()
    expect(page).toContain('<h1 lang="en" dir="ltr">Apps</h1>')
    expect(page).toContain('<h2>Add the organization</h2>')
    expect(page).toContain('<td>zulip-terminal</td>')
    expect(page).toContain('<a href="/help/unified-push">UnifiedPush</a>')
    // The document for operators has no page.
    expect(page).toContain('Configuration has the three variables.')
  })

  test.each([...DOCUMENTS.keys()])('%s links to no document without a page', async (name) => {
    const { realm } = await freshRealm()
    const page = await (await visit(realm, `/help/${name}`)).text()
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!)
    const paths = links.filter((href) => !/^https:|^\/help\//.test(href))
    expect(paths).toEqual(['/'])
    for (const [, other] of links.join(' ').matchAll(/\/help\/([\w-]+)/g)) expect(DOCUMENTS.has(other!)).toBe(true)
    expect(page).not.toContain('.md')
  })

  test('a document that does not exist has a page that says so', async () => {
    const { realm } = await freshRealm()
    const response = await visit(realm, '/help/limits')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Nothing here')
  })
})
