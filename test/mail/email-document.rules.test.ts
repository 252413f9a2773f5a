import { expect, test } from 'vitest'
import { html } from '../../src/api/html'
import { renderEmail } from '../../src/store/email'
import { EMAIL_STYLE, emailDocument } from '../../src/store/email-document'

const document = emailDocument({
  organization: '<i>Acme</i>',
  language: 'ar',
  direction: 'rtl',
  body: html`<p>${'</main>'} hello</p>`,
})

test('an email is a whole document that loads nothing', () => {
  expect(document).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/)
  expect(document).toContain('<header dir="auto">&#60;i&#62;Acme&#60;/i&#62;</header>')
  expect(document).not.toMatch(/<script|<link|url\(|@import|src=/)
})

test('its style sheet fits all programs: Gmail reads at most 8,192 characters, and its selectors are elements', () => {
  const [, sheet = ''] = /<style>([^]*)<\/style>/.exec(document) ?? []
  expect(sheet.length).toBeLessThan(4000)
  expect(sheet).toContain('@media (prefers-color-scheme: dark)')
  const selectors = [...sheet.matchAll(/(?:^|\n) *([^\n@{}:;]+?) \{/g)].map(([, selector]) => selector)
  expect(selectors.length).toBeGreaterThan(15)
  for (const selector of selectors) expect(selector).toMatch(/^[a-z0-9]+(?:,? [a-z0-9]+)*$/)
})

test('what people wrote cannot end the document', () => {
  expect(document).toContain('&#60;/main&#62; hello')
})

test('an address of the server within a sentence is a link, and an address that a user wrote is none', () => {
  const email = {
    from_name: 'Acme',
    to: 'x@example.com',
    subject: 'x',
    language: 'en',
    paragraphs: [
      'Choose a password at https://acme.example/reset: it ends all sessions.',
      'https://evil.example/a invited you to https://acme.example.evil.example',
      { url: 'https://acme.example/stop', seed: 'a' },
    ],
  }
  const { html: page } = renderEmail(email, { deployment_secret: 'x', realm_name: 'acme' })
  const links = [...page.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href)
  expect(links).toEqual(['https://acme.example/reset', expect.stringMatching(/^https:\/\/acme\.example\/stop\//)])
  expect(page).toContain('</a>: it ends')
})

test('a table breaks links and no words', () => {
  expect(EMAIL_STYLE).toMatch(/th, td \{[^}]*word-break: normal/)
  expect(EMAIL_STYLE).toMatch(/td a, td code \{[^}]*overflow-wrap: anywhere/)
})
